import { VideoOff } from 'lucide-react'
import { useState } from 'react'
import { isOfLaterDay } from '#contract/plans/schedule.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { FutureSessionNotice } from '#web/features/recordings/future-session-notice.tsx'
import { DeleteRecording } from '#web/features/recordings/delete-recording.tsx'
import { OpenDirect } from '#web/features/recordings/open-direct.tsx'
import { canPlay } from '#web/features/recordings/can-play.ts'
import { UnplayableRecording } from '#web/features/recordings/recording-player.tsx'
import { UploadWidget } from '#web/features/recordings/upload-widget.tsx'
import { useUpload } from '#web/features/recordings/uploads.ts'
import {
  TranscriptLines,
  TranscriptLinesSkeleton,
} from '#web/features/transcriptions/editor/transcript-lines.tsx'
import type { SessionTranscription } from '#web/features/transcriptions/use-transcription.ts'
import { formatTime } from '#contract/rules/recording-time.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { formatBytes } from '#web/lib/numbers.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

type RecordingTabProps = {
  session: SessionDetail
  clientName: string
  transcription: Pick<SessionTranscription, 'isRunning' | 'isCompleted' | 'error'>
  /** What is said in it, for beside the player; undefined while that is read. */
  segments: readonly Segment[] | undefined
  hasLines: boolean
  /** The line that is spoken now, or -1. */
  current: number
  onSeek: (seconds: number) => void
  onUncertain: (line: number, nth: number, isPressed: boolean) => void
  /** The list of files is to be opened, where a video may be chosen. */
  isChoosing: boolean
  onChoosing: () => void
}

/** What belongs to the player above: the transcript that follows it; the upload where there is no recording, or where one just arrived. */
export function RecordingTab(props: RecordingTabProps) {
  const { session, clientName, transcription, isChoosing, onChoosing, hasLines } = props
  const { recording } = session
  const { phase, recordingId } = useUpload(session.id)
  const [now] = useState(() => new Date())
  const isTooEarly = phase === 'idle' && isOfLaterDay(session.sessionDate, now, timeZone)
  return (
    <div className="flex flex-col gap-5">
      {!recording && session.recordingDeletedAt && (
        <p className="text-muted">
          Deleted on {formatDate(session.recordingDeletedAt)} by the retention rule.
        </p>
      )}
      {!recording && isTooEarly && <FutureSessionNotice session={session} />}
      {(phase !== 'idle' || (!recording && !session.blocked.recording)) && !isTooEarly && (
        <UploadWidget
          sessionId={session.id}
          client={{ id: session.clientId, name: clientName }}
          isAudioKeptHere={session.blocked.isAudioKeptHere}
          isBlocked={session.blocked.recording !== null}
          transcription={
            recordingId === recording?.id ? transcription : { isCompleted: false, error: null }
          }
          isChoosing={isChoosing}
          onChoosing={onChoosing}
        />
      )}
      {!recording && phase === 'idle' && session.blocked.recording && (
        <EmptyState icon={VideoOff} title="No recording" hint={session.blocked.recording} />
      )}
      {recording && !canPlay(recording) && (
        <UnplayableRecording sessionId={session.id} isCopyInProgress={recording.isCopyInProgress} />
      )}
      {hasLines && <FollowingLines {...props} />}
      {recording && (
        <div className="flex flex-col gap-3">
          <p className="text-muted tabular-nums">
            {recording.duration > 0 ? formatTime(recording.duration) : 'length unknown'} ·{' '}
            {formatBytes(recording.sizeBytes)} · uploaded {formatDateTime(recording.createdAt)}
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

function FollowingLines({ segments, current, onSeek, onUncertain }: RecordingTabProps) {
  return (
    <section
      aria-label="Transcript that follows the recording"
      data-follows-playback
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keyboard must get into it.
      tabIndex={0}
      className="relative max-h-96 min-w-0 overflow-y-auto lg:max-h-[calc(100dvh-16rem)] rounded-md border border-line p-1"
    >
      {segments ? (
        <TranscriptLines
          segments={segments}
          current={current}
          onSeek={onSeek}
          onUncertain={onUncertain}
        />
      ) : (
        <div className="px-4">
          <TranscriptLinesSkeleton />
        </div>
      )}
    </section>
  )
}
