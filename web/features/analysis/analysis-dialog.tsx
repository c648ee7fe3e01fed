import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import {
  allowAnalysis,
  type ClientAnalysis,
  getClientAnalysis,
  refuseAnalysis,
} from '#contract/analysis.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { optimisticUpdate, useOptimisticQuery } from '#web/lib/optimistic-query.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'

type AnalysisDialogProps = {
  clientId: string
  isOpen: boolean
  onClose: () => void
  /** Staff decide on behalf of the client. */
  isOnBehalf?: boolean
}

/** For the client and for staff. */
export const AnalysisDialog = ({ clientId, isOnBehalf = false, ...props }: AnalysisDialogProps) => (
  <Dialog {...props} title="Analysis of sessions">
    <AboutAnalysis clientId={clientId} isOnBehalf={isOnBehalf} />
  </Dialog>
)

type AboutAnalysisProps = { clientId: string; isOnBehalf: boolean }

const queryOf = (clientId: string) => queryFor(getClientAnalysis, { params: { id: clientId } })

/** What the analysis does, where it runs, and the switch to refuse it. */
function AboutAnalysis({ clientId, isOnBehalf }: AboutAnalysisProps) {
  return (
    <ReadState
      read={useOptimisticQuery(queryOf(clientId))}
      loading={
        <>
          <Spinner label="Loading the analysis settings" className="sr-only" />
          <Skeleton className="h-40 w-full" />
        </>
      }
      failed="The analysis settings could not be loaded"
    >
      {(analysis) => (
        <AnalysisConsent clientId={clientId} isOnBehalf={isOnBehalf} analysis={analysis} />
      )}
    </ReadState>
  )
}

type AnalysisConsentProps = AboutAnalysisProps & { analysis: ClientAnalysis }

function AnalysisConsent({ clientId, isOnBehalf, analysis }: AnalysisConsentProps) {
  const queries = useQueryClient()
  const stateId = useId()
  const { queryKey } = queryOf(clientId)
  const write = useApiMutation({
    optimisticUpdate: (isAllowed: boolean) => {
      const refusal = isAllowed ? null : { at: new Date().toISOString(), by: null }
      return optimisticUpdate(queryKey, (before) => ({ ...before, refusal }))
    },
    mutationFn: (isAllowed: boolean, call) =>
      call(isAllowed ? allowAnalysis : refuseAnalysis, { params: { id: clientId } }),
    errorToast: 'This could not be saved. Please try again.',
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  })
  const { refusal, provider, isAutomatic } = analysis
  const what = isOnBehalf ? 'nothing the client says' : 'nothing you say'
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>
          <strong className="font-semibold">What happens.</strong> The written conversation of a
          session is checked for values such as stress or energy, and for signs of strain. Only the
          text is used, never voice or face.{' '}
          {isAutomatic
            ? ' It starts when the coach saves the conversation.'
            : ' It starts when the coach asks for it.'}
        </li>
        <li>
          <strong className="font-semibold">Who does it, and where.</strong>{' '}
          {provider ? `${provider.label}. ${provider.about}` : 'No provider is set up.'}
        </li>
        <li>
          <strong className="font-semibold">What it is for.</strong> Each value is shown with the
          quotes it came from. The coach confirms, corrects or rejects it.
        </li>
        <li>
          <strong className="font-semibold">
            {isOnBehalf ? 'The client can refuse.' : 'You can refuse.'}
          </strong>{' '}
          From then on {what} is analyzed, and any analysis in progress stops. Coaching continues as
          before, and existing values stay.
        </li>
      </ul>
      <Switch
        label="Analyze sessions"
        hint={isOnBehalf ? "Only change this at the client's request." : undefined}
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
