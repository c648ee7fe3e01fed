import { MessageCircleQuestion, Quote } from 'lucide-react'
import { useRef, useId } from 'react'
import { isStepInProgress, type SessionAnalysis } from '#contract/analysis/analysis.ts'
import { type SessionDetail, updateSession } from '#contract/sessions/sessions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { useOptimisticQuery } from '#web/lib/optimistic-query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Select } from '#web/ui/select.tsx'
import { AnalysisItem, isOpen } from './analysis-item.tsx'
import { analysisQuery } from './use-decision.ts'
import { ConfirmAll } from './confirm-all.tsx'
import { AnalysisSteps } from './analysis-steps.tsx'
import type { OnPlay } from './value-quotes.tsx'

/** Milliseconds. Live events report each step, but the answer of a write may arrive after them. */
const pollMs = 3_000

type ValuesTabProps = { session: SessionDetail; onPlay: OnPlay | undefined }

export function ValuesTab({ session, onPlay }: ValuesTabProps) {
  const read = useOptimisticQuery({
    ...analysisQuery(session.id),
    refetchInterval: ({ state }) =>
      state.data?.steps.some(({ status }) => isStepInProgress(status)) === true && pollMs,
  })
  return (
    <ReadState
      read={read}
      loading={<ValuesSkeleton />}
      failed="The values could not be loaded"
      notRefreshed="The values could not be refreshed."
    >
      {(analysis) => (
        <div className="flex flex-col gap-6">
          {session.blocked.analysis ? (
            <Banner tone="neutral">
              {session.blocked.analysis} Nothing more is analyzed; earlier values stay.
            </Banner>
          ) : (
            <ClientSpeaker sessionId={session.id} analysis={analysis} />
          )}
          <AnalysisSteps session={session} analysis={analysis} />
          <ValueList session={session} analysis={analysis} onPlay={onPlay} />
        </div>
      )}
    </ReadState>
  )
}

type ValueListProps = ValuesTabProps & { analysis: SessionAnalysis }

function ValueList({ session, analysis, onPlay }: ValueListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { values, steps } = analysis
  if (!values.length) {
    if (steps.some(({ status }) => isStepInProgress(status))) return null
    // The banner above explains it.
    if (session.blocked.analysis) return null
    if (!session.hasConversation)
      return (
        <EmptyState
          icon={MessageCircleQuestion}
          title="No conversation yet"
          hint="Values are found in the conversation once it is saved."
        />
      )
    return (
      <EmptyState
        icon={Quote}
        title="No values"
        hint={
          session.needsClientSpeaker
            ? 'Choose who speaks for the client first.'
            : steps.length
              ? "The analysis found no values in the client's words."
              : 'Values found in the conversation will appear here with their quotes.'
        }
      />
    )
  }
  const open = values.filter(isOpen)
  const focus = (id: string | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-value="${id}"]`)?.focus()
  const step = (at: number, by: 1 | -1) => focus(values[at + by]?.id)
  /** Searches from here on, then from the top; without an undecided value the focus stays. */
  const focusNextOpen = (at: number) =>
    focus(
      (
        values.slice(at + 1).find(isOpen) ??
        values.slice(0, Math.max(at, 0)).find(isOpen) ??
        values[Math.max(at, 0)]
      )?.id,
    )
  return (
    <section aria-labelledby="values" className="flex flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4">
        <h3 id="values" className="text-base">
          Values
        </h3>
        <p aria-live="polite" className="text-muted">
          {open.length ? `${formatCount(open.length)} to review` : 'All reviewed'}
        </p>
        <div className="ml-auto">
          <ConfirmAll
            sessionId={session.id}
            values={values}
            onDone={() => focusLost(focusNextOpen)}
          />
        </div>
      </div>
      <p className="text-xs text-muted max-md:hidden">
        {keys.map(([key, what]) => (
          <span key={key} className="mr-3 inline-block whitespace-nowrap">
            <kbd className="font-sans font-semibold text-ink">{key}</kbd> {what}
          </span>
        ))}
      </p>
      <ul ref={list} className="flex flex-col gap-3">
        {values.map((value, index) => (
          <AnalysisItem
            key={value.id}
            sessionId={session.id}
            value={value}
            onPlay={onPlay}
            onDecided={() => focusNextOpen(index)}
            onStep={(by) => step(index, by)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Keys act on the focused value. */
const keys = [
  ['↑ ↓', 'next value'],
  ['Enter', 'confirm'],
  ['E', 'correct'],
  ['R', 'reject'],
  ['P', 'play'],
  ['U', 'undo'],
] as const

/** Moves the focus on if the pressed button is gone and nothing else has the focus. */
function focusLost(focusNextOpen: (at: number) => void) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusNextOpen(-1)
  })
}

const ValuesSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Spinner label="Loading the values" className="sr-only" />
    <Skeleton className="h-10 w-full" />
    <Skeleton className="h-36 w-full" />
    <Skeleton className="h-36 w-full" />
  </div>
)

type ClientSpeakerProps = { sessionId: string; analysis: SessionAnalysis }

/** Lets a person choose who speaks for the client, where the labels of a conversation do not say it. */
function ClientSpeaker({ sessionId, analysis }: ClientSpeakerProps) {
  const { speakers, clientSpeaker } = analysis
  const id = useId()
  const { run, isPending } = useApiMutation({
    mutationFn: (speaker: string, call) =>
      call(updateSession, {
        params: { id: sessionId },
        query: { transcripts: 'omit' },
        body: { clientSpeaker: speaker },
      }),
    successToast: () => ({ title: 'Speaker saved' }),
    errorToast: 'Failed to save the speaker. Please try again.',
  })
  if (!speakers.length) return null
  return (
    <Banner tone={clientSpeaker === null ? 'amber' : 'neutral'}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label id={`${id}-label`} htmlFor={id}>
          Who speaks for the client?
        </label>
        <div className="w-52">
          <Select
            id={id}
            disabled={isPending}
            value={clientSpeaker ?? undefined}
            placeholder="Select a speaker"
            onValueChange={run}
            options={speakers.map((value) => ({ value, label: value }))}
          />
        </div>
        {clientSpeaker === null && <span>Until then no value counts.</span>}
      </div>
    </Banner>
  )
}
