import {
  AudioLines,
  CalendarClock,
  CircleCheck,
  CloudUpload,
  type LucideIcon,
  RotateCcw,
  WandSparkles,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { transcriptionEstimate } from '#contract/transcriptions.ts'
import { useStatusChange } from '#web/features/sessions/use-status-change.ts'
import { useProcessTranscript } from '#web/features/transcriptions/use-process-transcript.ts'
import type { TranscriptionUnderWay } from '#web/features/transcriptions/use-transcription.ts'
import { VoicesChoice } from '#web/features/transcriptions/voices-choice.tsx'
import { shortDateTime } from '#web/lib/dates.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { Button } from '#web/ui/button.tsx'
import { wholePercent } from '#web/ui/whole-percent.ts'
import type { NextStep as Step } from './next-step-of.ts'

type NextStepProps = {
  step: Step
  session: SessionDetail
  tab: DrawerTab
  transcription: TranscriptionUnderWay
  onShow: (tab: DrawerTab) => void
  /** Lets one choose a video. */
  onUpload: () => void
}

/** What to do next with the session, in one place on every tab: a sentence, and the button that does it. */
export function NextStep(props: NextStepProps) {
  const { icon: Icon, says, action } = useStep(props)
  return (
    <section
      aria-label="Next step"
      className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-sunken px-4 py-2"
    >
      <Icon aria-hidden size={18} className="shrink-0 text-brand" />
      <p className="min-w-0 flex-1 basis-56">{says}</p>
      {action}
    </section>
  )
}

type Shown = { icon: LucideIcon; says: string; action?: ReactNode }

function useStep({ step, session, tab, transcription, onShow, onUpload }: NextStepProps): Shown {
  const process = useProcessTranscript(session)
  const change = useStatusChange(session)
  switch (step) {
    case 'upload':
      return {
        icon: CloudUpload,
        says: 'The recording of this session is not here yet.',
        action: <Button onClick={onUpload}>Upload a recording</Button>,
      }
    case 'uploading':
      return { icon: CloudUpload, says: 'The recording is on its way.' }
    case 'transcribe':
      return {
        icon: AudioLines,
        says:
          session.transcription?.status === 'failed'
            ? 'The transcription failed. It can be tried again.'
            : `The recording becomes text with speakers and times. It takes ${transcriptionEstimate}.`,
        action: (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <VoicesChoice transcription={transcription} />
            <Button
              isPending={transcription.isStarting}
              pendingLabel="Starting..."
              onClick={() => {
                onShow('transcripts')
                // The hook has told what went wrong.
                void transcription.start().catch(() => {})
              }}
            >
              Transcribe Recording
            </Button>
          </div>
        ),
      }
    case 'transcribing':
      return {
        icon: AudioLines,
        says: `The recording is being transcribed: ${wholePercent(transcription.progress)}\u00A0%`,
        action: tab !== 'transcripts' && (
          <Button variant="secondary" onClick={() => onShow('transcripts')}>
            Show progress
          </Button>
        ),
      }
    case 'process':
      return {
        icon: WandSparkles,
        says: 'The raw transcript becomes a conversation that is pleasant to read and can be edited.',
        action: (
          <Button
            isPending={process.isPending}
            pendingLabel="Processing..."
            onClick={() => {
              onShow('transcripts')
              process.run()
            }}
          >
            Process Transcript
          </Button>
        ),
      }
    case 'complete':
      return {
        icon: CircleCheck,
        says: 'Everything is here. The session can be closed.',
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
    case 'wait':
      return {
        icon: CalendarClock,
        says: `Planned for ${shortDateTime(session.sessionDate)}. Its recording comes afterwards.`,
      }
    case 'none':
      return { icon: CircleCheck, says: 'Completed. There is nothing left to do.' }
  }
}
