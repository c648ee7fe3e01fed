import type { Segment } from '#contract/transcriptions.ts'
import type { SessionDetail } from '#contract/sessions.ts'
import { DeleteRecording } from '#web/features/recordings/delete-recording.tsx'
import { OpenDirect } from '#web/features/recordings/open-direct.tsx'
import { UnplayableRecording } from '#web/features/recordings/recording-player.tsx'
import { UploadWidget } from '#web/features/recordings/upload-widget.tsx'
import { uploads, useUpload } from '#web/features/recordings/uploads.ts'
import {
  TranscriptLines,
  TranscriptLinesSkeleton,
} from '#web/features/transcriptions/transcript-lines.tsx'
import type { TranscriptionUnderWay } from '#web/features/transcriptions/use-transcription.ts'
import { VoicesChoice } from '#web/features/transcriptions/voices-choice.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { clock } from '#web/lib/clock.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { byteSize } from '#web/lib/numbers.ts'
import { wholePercent } from '#web/ui/whole-percent.ts'

type RecordingTabProps = {
  session: SessionDetail
  clientName: string
  transcription: TranscriptionUnderWay
  /** What is said in it, for beside the player; undefined while that is read. */
  segments: readonly Segment[] | undefined
  hasLines: boolean
  /** The line that is spoken now, or -1. */
  current: number
  onSeek: (seconds: number) => void
  onShowTranscript: () => void
}

/** What belongs to the player above: the transcript that follows it; the upload where there is no recording, or where one just arrived. */
export function RecordingTab(props: RecordingTabProps) {
  const { session, clientName, transcription, hasLines, onShowTranscript } = props
  const { recording } = session
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
      {(hasNews || !recording) && (
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
      {recording && !recording.isPlayable && <UnplayableRecording sessionId={session.id} />}
      {hasLines && <FollowingLines {...props} />}
      {recording && (
        <div className="flex flex-col gap-3">
          <p className="text-muted tabular-nums">
            {recording.duration > 0 ? clock(recording.duration) : 'length unknown'} ·{' '}
            {byteSize(recording.sizeBytes)} · uploaded {shortDateTime(recording.createdAt)}
          </p>
          <div className="flex flex-wrap gap-2">
            <OpenDirect sessionId={session.id} />
            <DeleteRecording
              sessionId={session.id}
              recording={recording}
              isDisabled={transcription.isRunning}
            />
          </div>
        </div>
      )}
    </div>
  )
}

function FollowingLines({ segments, current, onSeek }: RecordingTabProps) {
  return (
    <section
      aria-label="Transcript that follows the recording"
      data-follows-playback
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keyboard must get into it.
      tabIndex={0}
      className="relative max-h-96 min-w-0 overflow-y-auto rounded-md border border-line p-1"
    >
      {segments ? (
        <TranscriptLines segments={segments} current={current} onSeek={onSeek} />
      ) : (
        <div className="px-4">
          <TranscriptLinesSkeleton />
        </div>
      )}
    </section>
  )
}
