import { useCallback, useEffect, useRef, useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import {
  changeSpeed,
  goBack,
  playFrom,
  playOrPause,
  standAt,
} from '#web/features/recordings/playback.ts'
import { segmentIndexAt } from '#web/features/transcriptions/transcript/transcript-time.ts'
import { useTranscriptPlaces } from '#web/features/transcriptions/transcript/use-transcript-places.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { useTranscript } from '#web/lib/session-queries.ts'

/** Seconds before an unsure word from which one hears it. */
const leadIn = 1.5
const nothing: SessionDetail['segments'] = []

/** The player of a session and the transcript that goes with it, whichever tab shows them. */
export function useListening(session: SessionDetail, tab: DrawerTab) {
  const video = useRef<HTMLVideoElement>(null)
  const [current, setCurrent] = useState(-1)
  // To look at the overview is not to open what was said, and values bring the words that they need.
  const isRead =
    session.hasRawTranscript && tab !== 'overview' && tab !== 'values' && tab !== 'brief'
  const { data: said } = useTranscript(session.id, isRead)
  /** The lines as somebody corrects them in this window. */
  const [corrected, setCorrected] = useState<Readonly<SessionDetail['segments']>>()
  const segments = corrected ?? said?.segments ?? nothing
  const places = useTranscriptPlaces(segments)
  const withVideo = (act: (video: HTMLVideoElement) => void) => () => {
    if (video.current) act(video.current)
  }
  const { transcription } = session
  const latest = useRef(places)
  useEffect(() => {
    latest.current = places
  })
  // It has the times of another recording.
  const { isOfEarlierRecording: isApart } = session
  const seek = useCallback(
    (seconds: number) => {
      if (video.current && !isApart) playFrom(video.current, seconds)
    },
    [isApart],
  )
  const onUnsure = useCallback(
    (line: number, nth: number, isPressed: boolean) => {
      const { unsure, stand } = latest.current
      const index = unsure.findIndex((it) => it.line === line && it.nth === nth)
      const place = unsure[index]
      if (!place) return
      stand('unsure', index)
      if (isPressed) seek(Math.max(0, place.seconds - leadIn))
    },
    [seek],
  )
  /** The player stands ready a little before the word, or goes on from there where it plays. */
  const toUnsure = (by: 1 | -1) => {
    const place = places.step('unsure', by)
    if (place && video.current && !isApart) standAt(video.current, place.seconds - leadIn)
  }
  // Pressed before the transcript was read.
  const [wanted, setWanted] = useState<1 | -1>()
  useEffect(() => {
    if (!wanted || !said) return
    setWanted(undefined)
    toUnsure(wanted)
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the transcript that was waited for
  }, [wanted, said])
  return {
    video,
    said,
    places,
    current,
    /** Beside the player: also while they are still read. */
    hasLines: session.hasRawTranscript && !isApart && (said === undefined || segments.length > 0),
    isSilent:
      session.hasRawTranscript &&
      (said
        ? !said.transcribedTextRaw?.trim()
        : transcription?.warnings.some((it) => it === 'SILENT' || it === 'NO_SPEECH') === true),
    onTime: (seconds: number) => setCurrent(isApart ? -1 : segmentIndexAt(segments, seconds)),
    /** For what is drawn once for each of a thousand lines: it stays the same. */
    seek,
    /** Somebody came to an unsure word, or pressed it. */
    onUnsure,
    correct: setCorrected,
    /** To the next unsure word; from a tab that reads no transcript, once that is there. */
    nextUnsure: (by: 1 | -1) => (said ? toUnsure(by) : setWanted(by)),
    keys: {
      playOrPause: withVideo(playOrPause),
      goBack: withVideo(goBack),
      faster: withVideo((it) => changeSpeed(it, 1)),
      slower: withVideo((it) => changeSpeed(it, -1)),
    },
  }
}
