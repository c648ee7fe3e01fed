import {
  AudioLines,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CirclePause,
  CloudUpload,
  type LucideIcon,
  RotateCcw,
  WandSparkles,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { missingConsent } from '#contract/consents.ts'
import { uploadEstimate } from '#contract/recordings.ts'
import type { SessionDetail, UrgentLine } from '#contract/sessions.ts'
import { transcriptionEstimate } from '#contract/transcriptions.ts'
import type { UploadState } from '#web/features/recordings/upload-state.ts'
import { uploads } from '#web/features/recordings/uploads.ts'
import { MoveSession } from '#web/features/sessions/move-session.tsx'
import { useStatusChange } from '#web/features/sessions/use-status-change.ts'
import { ProcessTranscript } from '#web/features/transcriptions/conversation/process-transcript.tsx'
import type { SessionTranscription } from '#web/features/transcriptions/use-transcription.ts'
import { RecordingHints } from '#web/features/transcriptions/recording-hints.tsx'
import { serverMessage } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { wholePercent } from '#web/ui/progress.tsx'
import { hasUnheardWords, type NextStep as Step } from './next-step-of.ts'

const TranscribeAgain = lazyComponent(
  async () => (await import('#web/features/transcriptions/transcribe-again.tsx')).TranscribeAgain,
)

const AcknowledgeMark = lazyComponent(
  async () =>
    (await import('#web/features/plan/questionnaires/acknowledge-mark.tsx')).AcknowledgeMark,
  'The dialog could not be loaded.',
)

const ConsentsDialog = lazyComponent(
  async () => (await import('#web/features/consents/consents-dialog.tsx')).ConsentsDialog,
  'The consents could not be loaded.',
)

type NextStepProps = {
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
  /** Plays from a second of the recording; undefined where there is nothing to play. */
  onPlay: ((seconds: number) => void) | undefined
}
type ReadLineProps = Pick<NextStepProps, 'session' | 'tab' | 'onShow' | 'onPlay'> & {
  onAcknowledge: () => void
}

/** The session's next step, above every tab: a sentence and its button. */
export function NextStep(props: NextStepProps) {
  // Here, because the step changes as soon as a consent is recorded.
  const [isConsents, setConsents] = useState<boolean>()
  // Stays open when the step changes.
  const [marked, setMarked] = useState<{ id: string; isOpen: boolean }>()
  const {
    icon: Icon,
    says,
    action,
  } = useStep({
    ...props,
    onConsents: () => setConsents(true),
    onAcknowledge: () => setMarked({ id: props.session.safetyMark?.id ?? '', isOpen: true }),
  })
  return (
    <section
      aria-label="Next step"
      className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-sunken px-4 py-2 forced-colors:border"
    >
      <Icon aria-hidden size={18} className="shrink-0 text-brand" />
      <p className="min-w-0 flex-1 basis-48">{says}</p>
      {action}
      {marked && (
        <AcknowledgeMark
          clientId={props.session.clientId}
          markId={marked.id}
          isOpen={marked.isOpen}
          onClose={() => setMarked({ ...marked, isOpen: false })}
        />
      )}
      {isConsents !== undefined && (
        <ConsentsDialog
          clientId={props.session.clientId}
          isOpen={isConsents}
          onClose={() => setConsents(false)}
        />
      )}
    </section>
  )
}

/** Steps of which the server would do nothing without consent to being recorded. */
const recordingSteps: readonly Step[] = [
  'upload',
  'send',
  'find-file',
  'paused',
  'broken',
  'refused',
]

type Shown = { icon: LucideIcon; says: string; action?: ReactNode }

function useStep(
  props: NextStepProps & { onConsents: () => void; onAcknowledge: () => void },
): Shown {
  const { step, session, tab, upload, isSilent, transcription, onShow, onUpload, onNextUncertain } =
    props
  const change = useStatusChange(session)
  const { blocked } = session
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
  switch (step) {
    case 'upload':
      return {
        icon: CloudUpload,
        says: 'No recording yet.',
        action: goOn('Upload a recording'),
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
      /** "Start Transcription moves uploaded to transcribing" (specification part 2, section 4). */
      const isFresh = tab === 'recording' && upload.phase !== 'idle'
      return {
        icon: AudioLines,
        says:
          session.transcription?.status === 'failed'
            ? 'The transcription failed. You can try again.'
            : isFresh
              ? `Estimated transcription time: ${transcriptionEstimate}`
              : `Turn the recording into text with speakers and times. Takes ${transcriptionEstimate}.`,
        action: (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <RecordingHints transcription={transcription} />
            <Button
              isPending={transcription.isStarting}
              pendingLabel="Starting..."
              onClick={() => {
                if (!isFresh) onShow('transcripts')
                start(session.id, transcription)
              }}
            >
              {isFresh ? 'Start Transcription' : 'Transcribe Recording'}
            </Button>
          </div>
        ),
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
        says: ['Nobody has checked this conversation yet.', ...whatWaits(session)].join(' '),
        action: tab !== 'transcripts' && (
          <Button onClick={() => onShow('transcripts')}>Show conversation</Button>
        ),
      }
    case 'complete':
      return {
        icon: CircleCheck,
        says: `${whatIsHere(session, isSilent)} You can mark the session as completed.`,
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
        says: 'This session is archived.',
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
        says: `Scheduled for ${formatDateTime(session.sessionDate)}. You can add the recording afterwards.`,
        action: tab !== 'brief' && (
          <Button variant="secondary" onClick={() => onShow('brief')}>
            Prepare session
          </Button>
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
        says: ['Completed.', whyUnread(session), ...whatWaits(session)].filter(Boolean).join(' '),
        action: tab !== 'transcripts' && (
          <Button onClick={onNextUncertain}>Show uncertain words</Button>
        ),
      }
    case 'none':
      return {
        icon: CircleCheck,
        says:
          whyUnread(session) !== null && !isSilent
            ? `Completed. ${whyUnread(session)}`
            : 'Completed. Nothing left to do.',
      }
  }
}

function formatLines(lines: readonly UrgentLine[]) {
  const quotes = lines.map(({ text }) => `“${text}”`).join(' ')
  if (!lines.length)
    return 'Something that was said should be read, but its transcript was deleted.'
  return lines.length === 1 ? `Read this line: ${quotes}` : `Read these lines: ${quotes}`
}

function ReadLine({ session, tab, onShow, onPlay, onAcknowledge }: ReadLineProps) {
  const start = session.safetyMark?.lines.find((it) => it.start !== null)?.start
  const canPlay = onPlay && typeof start === 'number'
  return (
    <div className="flex flex-wrap gap-2">
      {canPlay ? (
        <Button variant="secondary" onClick={() => onPlay(start)}>
          Play
        </Button>
      ) : (
        tab !== 'transcripts' && (
          <Button variant="secondary" onClick={() => onShow('transcripts')}>
            Show transcript
          </Button>
        )
      )}
      <Button onClick={onAcknowledge}>Acknowledge</Button>
    </div>
  )
}

/** Why no conversation is made of a transcript, where nobody wrote one manually. */
const whyUnread = ({ blocked, hasRawTranscript, hasConversation }: SessionDetail) =>
  hasRawTranscript && !hasConversation ? blocked.analysis : null

const toDecide = ({ valuesToDecide }: SessionDetail) =>
  valuesToDecide === 1 ? '1 value to review' : `${formatCount(valuesToDecide)} values to review`

const whatWaits = (session: SessionDetail) => [
  ...(session.valuesToDecide ? [`${toDecide(session)}.`] : []),
  ...(hasUnheardWords(session) ? ['The transcript has uncertain words.'] : []),
]

function whatIsHere(session: SessionDetail, isSilent: boolean) {
  if (isSilent) return 'No speech was found in the recording.'
  const found = [whyUnread(session) ?? [], whatWaits(session)].flat()
  return found.length ? found.join(' ') : 'Everything is in place.'
}

/** An error also shows in the upload's notice, if there is one. */
function start(sessionId: string, transcription: SessionTranscription) {
  uploads.send(sessionId, { type: 'transcription-started' })
  transcription.start().catch((error: Error) =>
    uploads.send(sessionId, {
      type: 'transcription-failed',
      error: `Transcription failed: ${serverMessage(error, 'Failed to start transcription')}`,
    }),
  )
}
