import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  RotateCw,
} from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import {
  analyseSession,
  type AnalysisStep,
  type AnalysisType,
  cancelAnalysis,
  isStepInProgress,
  type SessionAnalysis,
  type StepStatus,
} from '#contract/analysis/analysis.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Tone, textTone } from '#web/ui/tone.ts'
import { analysisQuery } from './use-decision.ts'

const names: Record<AnalysisType, string> = {
  metric_extraction: 'Metrics',
  burnout_assessment: 'Burnout risk',
}
const stepStyles: Record<
  Exclude<StepStatus, 'running'>,
  { icon: LucideIcon; tone: Tone; word: string }
> = {
  waiting: { icon: CircleDashed, tone: 'neutral', word: 'waiting' },
  done: { icon: CircleCheck, tone: 'green', word: 'done' },
  failed: { icon: CircleAlert, tone: 'red', word: 'failed' },
  cancelled: { icon: Ban, tone: 'neutral', word: 'stopped' },
  impossible: { icon: CircleDashed, tone: 'neutral', word: 'not available' },
}

type AnalysisStepsProps = {
  session: Pick<SessionDetail, 'id' | 'hasConversation' | 'blocked'>
  analysis: SessionAnalysis
}

/** The status of each analysis step, with start, stop and retry. */
export function AnalysisSteps({ session, analysis }: AnalysisStepsProps) {
  const queries = useQueryClient()
  const onSuccess = (answer: SessionAnalysis) =>
    queries.setQueryData(analysisQuery(session.id).queryKey, answer)
  const params = { id: session.id }
  const start = useApiMutation({
    mutationFn: (types: AnalysisType[] | undefined, call) =>
      call(analyseSession, { params, body: types && { types } }),
    errorToast: 'The analysis could not be started. Please try again.',
    onSuccess,
  })
  const cancel = useApiMutation({
    mutationFn: (_sent: void, call) => call(cancelAnalysis, { params }),
    errorToast: 'The analysis could not be stopped. Please try again.',
    onSuccess,
  })
  const { steps } = analysis
  const mayAnalyze = session.blocked.analysis === null
  const isRunning = steps.some(({ status }) => isStepInProgress(status))
  return (
    <section aria-labelledby="analysis" className="flex flex-col gap-3">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
        <h3 id="analysis" className="text-base">
          Analysis
        </h3>
        {isRunning ? (
          <Button
            variant="secondary"
            isPending={cancel.isPending}
            pendingLabel="Stopping..."
            onClick={() => cancel.run()}
          >
            Stop analysis
          </Button>
        ) : (
          session.hasConversation &&
          mayAnalyze && (
            <Button
              variant={steps.length ? 'secondary' : 'primary'}
              isPending={start.isPending}
              pendingLabel="Starting..."
              onClick={() => start.run(undefined)}
            >
              {steps.length ? 'Analyze again' : 'Analyze session'}
            </Button>
          )
        )}
      </div>
      {steps.length > 0 && (
        <ul aria-live="polite" className="flex flex-col gap-2">
          {steps.map((step) => (
            <Step
              key={step.type}
              step={step}
              isPending={start.isPending}
              onRetry={mayAnalyze && !isRunning ? () => start.run([step.type]) : undefined}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type StepProps = { step: AnalysisStep; isPending: boolean; onRetry: (() => void) | undefined }

function Step({ step, isPending, onRetry }: StepProps) {
  const { status, type, sentence } = step
  const { icon: Icon, tone, word } = stepStyles[status === 'running' ? 'waiting' : status]
  const canRetry = status === 'failed' || status === 'cancelled'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {status === 'running' ? (
        <Spinner label={`${names[type]}: in progress`} />
      ) : (
        <Icon aria-hidden size={18} className={classNames('shrink-0', textTone[tone])} />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <span className="font-semibold">{names[type]}</span>{' '}
        <span className={textTone[tone]}>{status === 'running' ? 'in progress' : word}</span>
        <span className="block text-xs break-words text-muted">{sentence ?? madeBy(step)}</span>
      </div>
      {canRetry && onRetry && (
        <Button
          size="sm"
          variant="secondary"
          icon={RotateCw}
          isPending={isPending}
          onClick={onRetry}
        >
          Try again
        </Button>
      )}
    </li>
  )
}

function madeBy({ template, askedAt, isCurrentVersion, status }: AnalysisStep) {
  const by = template
    ? `by “${template.name}”${template.versionNumber ? `, version ${template.versionNumber}` : ''}`
    : ''
  const when = status === 'done' ? formatDateTime(askedAt) : ''
  const old = isCurrentVersion ? '' : 'for an earlier version of the conversation'
  return [by, when, old].filter(Boolean).join(' · ')
}
