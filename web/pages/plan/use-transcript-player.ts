import { useCallback, useEffect, useRef, useState } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import {
  changeSpeed,
  goBack,
  playFrom,
  playOrPause,
  seekTo,
} from '#web/features/recordings/playback.ts'
import { useTranscriptPlaces } from '#web/features/transcriptions/transcript/use-transcript-places.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { useTranscript } from '#web/lib/session-queries.ts'

/** Seconds before an uncertain word from which one hears it. */
const leadInSeconds = 1.5
const nothing: SessionDetail['segments'] = []

/** The drawer's one player and its transcript, shared by all tabs. */
export function useTranscriptPlayer(session: SessionDetail, tab: DrawerTab) {
  const video = useRef<HTMLVideoElement>(null)
  const [current, setCurrent] = useState(-1)
  // Every opening of a transcript is logged, so it is only loaded on tabs that show it.
  const isRead =
    session.hasRawTranscript && tab !== 'overview' && tab !== 'values' && tab !== 'brief'
  const { data: said } = useTranscript(session.id, isRead)
  /** The lines with unsaved corrections, while they are edited. */
  const [corrected, setCorrected] = useState<Readonly<SessionDetail['segments']>>()
  const segments = corrected ?? said?.segments ?? nothing
  const places = useTranscriptPlaces(segments)
  const withVideo = (act: (video: HTMLVideoElement) => void) => () => {
    if (video.current) act(video.current)
  }
  const latest = useRef(places)
  useEffect(() => {
    latest.current = places
  })
  // The transcript's times belong to another recording.
  const { isOfEarlierRecording: isOtherRecording } = session
  const seek = useCallback(
    (seconds: number) => {
      if (video.current && !isOtherRecording) playFrom(video.current, seconds)
    },
    [isOtherRecording],
  )
  const onUncertain = useCallback(
    (line: number, nth: number, isPressed: boolean) => {
      const { uncertain, stand } = latest.current
      const index = uncertain.findIndex((it) => it.line === line && it.nth === nth)
      const place = uncertain[index]
      if (!place) return
      stand('uncertain', index)
      if (isPressed) seek(Math.max(0, place.seconds - leadInSeconds))
    },
    [seek],
  )

  const toUncertain = (by: 1 | -1) => {
    const place = places.step('uncertain', by)
    if (place && video.current && !isOtherRecording)
      seekTo(video.current, place.seconds - leadInSeconds)
  }
  // Requested before the transcript has loaded.
  const [wanted, setWanted] = useState<1 | -1>()
  useEffect(() => {
    if (!wanted || !said) return
    setWanted(undefined)
    toUncertain(wanted)
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the transcript that was waited for
  }, [wanted, said])
  return {
    video,
    said,
    places,
    current,
    /** Also true while the transcript is loading. */
    hasLines:
      session.hasRawTranscript && !isOtherRecording && (said === undefined || segments.length > 0),
    isSilent:
      session.hasRawTranscript &&
      (said
        ? !said.transcribedTextRaw?.trim()
        : session.transcriptWarnings.some((it) => it === 'SILENT' || it === 'NO_SPEECH')),
    onTime: (seconds: number) =>
      setCurrent(isOtherRecording ? -1 : segments.findLastIndex(({ start }) => start <= seconds)),
    /** Stable, for memoized lines. */
    seek,
    /** An uncertain word was focused or clicked. */
    onUncertain,
    correct: setCorrected,
    /** Waits for the transcript where it is not loaded yet. */
    nextUncertain: (by: 1 | -1) => (said ? toUncertain(by) : setWanted(by)),
    keys: {
      playOrPause: withVideo(playOrPause),
      goBack: withVideo(goBack),
      faster: withVideo((it) => changeSpeed(it, 1)),
      slower: withVideo((it) => changeSpeed(it, -1)),
    },
  }
}
