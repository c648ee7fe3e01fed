import {
  AudioLines,
  CalendarClock,
  CircleDot,
  CircleAlert,
  CircleCheck,
  CirclePause,
  CloudUpload,
  type LucideIcon,
  RotateCcw,
  WandSparkles,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { missingConsent } from '#contract/consents/consents.ts'
import { uploadEstimate } from '#contract/recordings/recordings.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { transcriptionEstimate } from '#contract/transcriptions/transcriptions.ts'
import { mayRecord } from '#web/features/recordings/recorder/may-record.ts'
import type { UploadState } from '#web/features/recordings/upload-state.ts'
import { MoveSession } from '#web/features/sessions/move-session.tsx'
import { useStatusChange } from '#web/features/sessions/use-status-change.ts'
import { ProcessTranscript } from '#web/features/transcriptions/conversation/process-transcript.tsx'
import type { SessionTranscription } from '#web/features/transcriptions/use-transcription.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useNow } from '#web/lib/use-now.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { wholePercent } from '#web/ui/progress.tsx'
import { type NextStep as Step, recordingSteps } from './get-next-step.ts'
import {
  formatLines,
  toDecide,
  describeContent,
  listWaiting,
  whyNoConversation,
} from './next-step-words.ts'
import { ReadLine } from './read-line.tsx'
import { StartTranscription } from './start-transcription.tsx'

const TranscribeAgain = lazyComponent(
  async () => (await import('#web/features/transcriptions/transcribe-again.tsx')).TranscribeAgain,
)

const RecordButton = lazyComponent(
  async () => (await import('#web/features/recordings/recorder/record-button.tsx')).RecordButton,
)

export type NextStepProps = {
  step: Step
  session: SessionDetail
  tab: DrawerTab
  upload: UploadState
  /** No speech was found. */
  isSilent: boolean
  transcription: SessionTranscription
  onShow: (tab: DrawerTab) => void
  /** Chooses a video, uploads it, or retries, depending on the upload's status. */
  onUpload: () => void
  onNextUncertain: () => void
  onPlay: ((seconds: number) => void) | undefined
}

type Shown = { icon: LucideIcon; says: string; action?: ReactNode }

/** The icon, sentence and button of a step. */
export function useNextStep(
  props: NextStepProps & { onConsents: () => void; onAcknowledge: () => void },
): Shown {
  const { step, session, tab, upload, isSilent, transcription, onShow, onUpload, onNextUncertain } =
    props
  const change = useStatusChange(session)
  const { blocked } = session
  const now = useNow(60_000)
  const waitFor = (says: string): Shown => ({
    icon: CircleAlert,
    says,
    // Otherwise a switch that keeps data on this machine blocks it.
    action: Object.values(missingConsent).includes(says) && (
      <Button variant="secondary" onClick={props.onConsents}>
        Show consents
      </Button>
    ),
  })
  if (blocked.recording && recordingSteps.includes(step)) return waitFor(blocked.recording)
  const goOn = (label: string) => <Button onClick={onUpload}>{label}</Button>
  const isForRecording = mayRecord(session, new Date(now))
  // The recording tab has its own.
  const record = isForRecording && tab !== 'recording' && (
    <RecordButton sessionId={session.id} clientName={session.clientName} />
  )
  switch (step) {
    case 'recording':
      return { icon: CircleDot, says: 'Recording now.' }
    case 'arriving':
      return { icon: CloudUpload, says: 'The recording is being sent.' }
    case 'finish-recording':
      return {
        icon: CircleAlert,
        says: 'A recording of this session is still on this device.',
        action: tab !== 'recording' && (
          <Button onClick={() => onShow('recording')}>Show recording</Button>
        ),
      }
    case 'upload':
      return {
        icon: CloudUpload,
        says: 'No recording yet.',
        action: (
          <>
            {record}
            <Button variant={isForRecording ? 'secondary' : 'primary'} onClick={onUpload}>
              Upload a recording
            </Button>
          </>
        ),
      }
    case 'send':
      return {
        icon: CloudUpload,
        says: `Ready to upload. Estimated upload time: ${uploadEstimate(upload.file?.size ?? 0)}`,
        action: goOn('Upload'),
      }
    case 'find-file':
      return {
        icon: CloudUpload,
        says: 'The upload was interrupted. Choose the same file to resume it.',
        action: goOn('Choose the file again'),
      }
    case 'sending':
      return { icon: CloudUpload, says: 'Uploading…' }
    case 'paused':
      return {
        icon: CirclePause,
        says: 'Upload paused. Your progress is saved.',
        // The recording tab has its own Resume button.
        action: tab !== 'recording' && goOn('Resume'),
      }
    case 'checking':
      return { icon: CloudUpload, says: 'Upload complete. The video is being checked.' }
    case 'broken':
      return {
        icon: CircleAlert,
        says: 'The upload failed. Try again to resume it.',
        action: goOn('Try again'),
      }
    case 'refused':
      return {
        icon: CircleAlert,
        says: 'The video couldn’t be accepted.',
        action: goOn('Choose another video'),
      }
    case 'transcribe': {
      if (blocked.transcription) return waitFor(blocked.transcription)
      if (session.isOfEarlierRecording)
        return {
          icon: AudioLines,
          says: 'The transcript belongs to an earlier recording.',
          action: <TranscribeAgain session={session} transcription={transcription} />,
        }
      /** "Start Transcription" moves an upload to transcribing (docs/product.md, "Recordings"). */
      const isFresh = tab === 'recording' && upload.phase !== 'idle'
      return {
        icon: AudioLines,
        says:
          session.transcription?.status === 'failed'
            ? 'The transcription failed. You can try again.'
            : isFresh
              ? `Estimated transcription time: ${transcriptionEstimate}`
              : `Turn the recording into text with speakers and times. Takes ${transcriptionEstimate}.`,
        action: <StartTranscription {...props} isFresh={isFresh} />,
      }
    }
    case 'transcribing': {
      const { progress, left } = transcription
      return {
        icon: AudioLines,
        says:
          tab === 'transcripts'
            ? 'Transcribing the recording.'
            : `Transcribing the recording: ${wholePercent(progress)}%${left ? ` · ${left}` : ''}`,
        action: tab !== 'transcripts' && (
          <Button variant="secondary" onClick={() => onShow('transcripts')}>
            Show progress
          </Button>
        ),
      }
    }
    case 'choose':
      return {
        icon: AudioLines,
        says: 'A new transcript waits beside the current one.',
        action: tab !== 'transcripts' && (
          <Button onClick={() => onShow('transcripts')}>Choose a transcript</Button>
        ),
      }
    case 'process':
      return {
        icon: WandSparkles,
        says: 'Turn the transcript into a readable, editable conversation.',
        action: <ProcessTranscript session={session} onStart={() => onShow('transcripts')} />,
      }
    case 'read':
      return {
        icon: CircleAlert,
        says: formatLines(session.safetyMark?.lines ?? []),
        action: <ReadLine {...props} />,
      }
    case 'check':
      return {
        icon: CircleAlert,
        says: ['Nobody has checked this conversation yet.', ...listWaiting(session)].join(' '),
        action: tab !== 'transcripts' && (
          <Button onClick={() => onShow('transcripts')}>Show conversation</Button>
        ),
      }
    case 'complete':
      return {
        icon: CircleCheck,
        says: `${describeContent(session, isSilent)} You can mark the session as completed.`,
        action: (
          <Button
            isPending={change.wanted === 'completed'}
            disabled={change.isPending}
            onClick={() => change.run('completed')}
          >
            Mark as completed
          </Button>
        ),
      }
    case 'reopen':
      return {
        icon: RotateCcw,
        says: `This session is ${session.cancellation ? 'cancelled' : 'archived'}.`,
        action: (
          <Button
            variant="secondary"
            isPending={change.wanted === 'open'}
            disabled={change.isPending}
            onClick={() => change.run('open')}
          >
            Reopen
          </Button>
        ),
      }
    case 'move':
      return {
        icon: CalendarClock,
        says: `Scheduled for ${formatDateTime(session.sessionDate)}, but already held. Reschedule it to the actual date.`,
        action: <MoveSession session={session} isNext />,
      }
    case 'wait':
      return {
        icon: CalendarClock,
        says: `Scheduled for ${formatDateTime(session.sessionDate)}. You can ${isForRecording ? 'record it here, or ' : ''}add the recording afterwards.`,
        action: (
          <>
            {record}
            {tab !== 'brief' && (
              <Button variant="secondary" onClick={() => onShow('brief')}>
                Prepare session
              </Button>
            )}
          </>
        ),
      }
    case 'choose-client':
      return {
        icon: CircleAlert,
        says: 'Who speaks for the client? Until then no value counts.',
        action: tab !== 'values' && (
          <Button onClick={() => onShow('values')}>Choose a speaker</Button>
        ),
      }
    case 'decide':
      return {
        icon: CircleCheck,
        says: `${toDecide(session)}.`,
        action: tab !== 'values' && <Button onClick={() => onShow('values')}>Show values</Button>,
      }
    case 'listen':
      return {
        icon: CircleAlert,
        says: ['Completed.', whyNoConversation(session), ...listWaiting(session)]
          .filter(Boolean)
          .join(' '),
        action: tab !== 'transcripts' && (
          <Button onClick={onNextUncertain}>Show uncertain words</Button>
        ),
      }
    case 'none':
      return {
        icon: CircleCheck,
        says:
          whyNoConversation(session) !== null && !isSilent
            ? `Completed. ${whyNoConversation(session)}`
            : 'Completed. Nothing left to do.',
      }
  }
}
