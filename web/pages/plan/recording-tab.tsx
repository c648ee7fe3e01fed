import { useRef, useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { DeleteRecording } from '#web/features/recordings/delete-recording.tsx'
import { OpenDirect } from '#web/features/recordings/open-direct.tsx'
import { playFrom, RecordingPlayer } from '#web/features/recordings/recording-player.tsx'
import { UploadWidget } from '#web/features/recordings/upload-widget.tsx'
import { uploads, useUpload } from '#web/features/recordings/uploads.ts'
import {
  TranscriptLines,
  TranscriptLinesSkeleton,
} from '#web/features/transcriptions/transcript-lines.tsx'
import { clock, segmentIndexAt } from '#web/features/transcriptions/transcript-time.ts'
import type { TranscriptionUnderWay } from '#web/features/transcriptions/use-transcription.ts'
import { VoicesChoice } from '#web/features/transcriptions/voices-choice.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { byteSize } from '#web/lib/numbers.ts'
import { useTranscript } from '#web/lib/session-reads.ts'
import { wholePercent } from '#web/ui/whole-percent.ts'

export type Seek = { seconds: number; count: number }

type RecordingTabProps = {
  session: SessionDetail
  clientName: string
  transcription: TranscriptionUnderWay
  seek: Seek | null
  onShowTranscript: () => void
}

/** The player with the transcript that follows it; the upload where there is no recording, or where one just arrived. */
export function RecordingTab(props: RecordingTabProps) {
  const { session, clientName, transcription, seek, onShowTranscript } = props
  const { phase } = useUpload(session.id)
  const hasNews = phase !== 'idle'

  function startTranscription() {
    uploads.send(session.id, { type: 'transcription-started' })
    transcription.start().catch((error: Error) =>
      uploads.send(session.id, {
        type: 'transcription-failed',
        error: `Transcription failed: ${sentenceOf(error, 'Failed to start transcription')}`,
      }),
    )
  }
  return (
    <div className="flex flex-col gap-5">
      {(hasNews || !session.recording) && (
        <UploadWidget
          sessionId={session.id}
          client={{ id: session.clientId, name: clientName }}
          transcription={{
            isStarting: transcription.isStarting,
            percent: wholePercent(transcription.progress),
            left: transcription.left,
            start: startTranscription,
            choice: <VoicesChoice transcription={transcription} />,
          }}
          onShowTranscript={onShowTranscript}
        />
      )}
      {session.recording && (
        <Playback
          session={session}
          recording={session.recording}
          seek={seek}
          isBusy={transcription.isRunning}
        />
      )}
    </div>
  )
}

type PlaybackProps = {
  session: SessionDetail
  recording: NonNullable<SessionDetail['recording']>
  seek: Seek | null
  isBusy: boolean
}

function Playback({ session, recording, seek, isBusy }: PlaybackProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [current, setCurrent] = useState(-1)
  const isFollowed = recording.isPlayable && session.hasRawTranscript
  const { data: said, isPending } = useTranscript(session.id, isFollowed)
  const segments = said?.segments ?? []
  const hasLines = isFollowed && (isPending || segments.length > 0)
  return (
    <div className={hasLines ? 'grid gap-5 md:grid-cols-[3fr_2fr]' : 'max-w-2xl'}>
      <div className="flex min-w-0 flex-col gap-3">
        <RecordingPlayer
          sessionId={session.id}
          recording={recording}
          video={video}
          seek={seek}
          onTime={(seconds) => setCurrent(segmentIndexAt(segments, seconds))}
        />
        <p className="text-muted tabular-nums">
          {recording.duration > 0 ? clock(recording.duration) : 'length unknown'} ·{' '}
          {byteSize(recording.sizeBytes)} · uploaded {shortDateTime(recording.createdAt)}
        </p>
        <div className="flex flex-wrap gap-2">
          <OpenDirect sessionId={session.id} />
          <DeleteRecording sessionId={session.id} recording={recording} isDisabled={isBusy} />
        </div>
      </div>
      {hasLines && (
        <section
          aria-label="Transcript that follows the recording"
          data-follows-playback
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keyboard must get into it.
          tabIndex={0}
          className="relative max-h-[60vh] min-w-0 overflow-y-auto rounded-md border border-line p-1 max-md:max-h-96"
        >
          {isPending ? (
            <div className="px-4">
              <TranscriptLinesSkeleton />
            </div>
          ) : (
            <TranscriptLines
              segments={segments}
              current={current}
              onSeek={(seconds) => {
                if (video.current) playFrom(video.current, seconds)
              }}
            />
          )}
        </section>
      )}
    </div>
  )
}
