import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import {
  allowAnalysis,
  type ClientAnalysis,
  getClientAnalysis,
  refuseAnalysis,
} from '#contract/analysis.ts'
import { useWrite } from '#web/form/use-write.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { optimisticUpdate, useOptimisticQuery } from '#web/lib/optimistic-query.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'

type AboutAnalysisProps = {
  clientId: string
  /** Staff say it on behalf of the client. */
  isOnBehalf?: boolean
}

const queryOf = (clientId: string) => queryFor(getClientAnalysis, { params: { id: clientId } })

/** What is done with what a client says, by whom and where, and the switch by which it is refused. */
export function AboutAnalysis({ clientId, isOnBehalf = false }: AboutAnalysisProps) {
  return (
    <ReadState
      read={useOptimisticQuery(queryOf(clientId))}
      loading={
        <>
          <Spinner label="Loading how sessions are analysed" className="sr-only" />
          <Skeleton className="h-40 w-full" />
        </>
      }
      failed="How sessions are analysed could not be loaded"
    >
      {(analysis) => (
        <AnalysisConsent clientId={clientId} isOnBehalf={isOnBehalf} analysis={analysis} />
      )}
    </ReadState>
  )
}

type AnalysisConsentProps = Required<AboutAnalysisProps> & { analysis: ClientAnalysis }

function AnalysisConsent({ clientId, isOnBehalf, analysis }: AnalysisConsentProps) {
  const queries = useQueryClient()
  const stateId = useId()
  const { queryKey } = queryOf(clientId)
  const write = useWrite({
    optimisticUpdate: (isAllowed: boolean) => {
      const refusal = isAllowed ? null : { at: new Date().toISOString(), by: null }
      return optimisticUpdate(queryKey, (before) => ({ ...before, refusal }))
    },
    write: (isAllowed: boolean, call) =>
      call(isAllowed ? allowAnalysis : refuseAnalysis, { params: { id: clientId } }),
    failed: 'This could not be saved. Please try again.',
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  })
  const { refusal, provider, isAutomatic } = analysis
  const whose = isOnBehalf ? 'the client says' : 'you say'
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>
          <strong className="font-semibold">What is done.</strong> The written conversation of a
          session is read for values such as stress or energy, and for signs of strain. Only words
          are read: nothing is concluded from a voice or a face.
          {isAutomatic
            ? ' It begins when the coach saves the conversation.'
            : ' It begins when the coach asks for it.'}
        </li>
        <li>
          <strong className="font-semibold">By whom, and where.</strong>{' '}
          {provider ? `${provider.label}. ${provider.about}` : 'Nobody does it at present.'}
        </li>
        <li>
          <strong className="font-semibold">What it is for.</strong> Each value is shown with the
          words it came from. The coach confirms, corrects or rejects it.
        </li>
        <li>
          <strong className="font-semibold">It can be refused.</strong> From then on nothing that{' '}
          {whose} is sent to anybody for analysis or read by rules, and what is under way stops.
          Coaching goes on as before, and values made before stay.
        </li>
      </ul>
      <Switch
        label="Analyse what is said in sessions"
        hint={
          isOnBehalf ? 'On behalf of the client, and at the wish of the client alone.' : undefined
        }
        checked={refusal === null}
        disabled={write.isPending}
        aria-describedby={stateId}
        onCheckedChange={write.run}
      />
      <p id={stateId} aria-live="polite" className="min-h-5 text-muted">
        {refusal &&
          `Refused${refusal.by ? ` by ${refusal.by}` : ''}, ${formatDateTime(refusal.at)}.`}
      </p>
    </div>
  )
}
