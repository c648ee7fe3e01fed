import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, CircleCheck, OctagonAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  type CrmSync as Sync,
  readCrm,
  syncCrm,
  type CrmResult,
  maxCrmResults,
} from '#contract/crm/crm.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { queryFor } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { formatSyncResult, formatLinkedCount, syncProgress } from './crm-format.ts'
import { formatCount } from '#web/lib/numbers.ts'

const pollMs = { running: 1_000, waiting: 10_000 }

function getPollMs(sync: Sync | null | undefined) {
  if (!sync || sync.finishedAt !== null) return false
  return sync.error === null ? pollMs.running : pollMs.waiting
}

/** The latest sync with the active CRM, and a button to start one. */
export function CrmSync() {
  const { data: crm } = useQuery({
    ...queryFor(readCrm, {}),
    refetchInterval: ({ state }) => getPollMs(state.data?.sync),
  })
  useRefetchAfterSync(crm?.sync?.finishedAt ?? null)
  const sync = useApiMutation({
    mutationFn: (_nothing: void, call) => call(syncCrm, { body: {} }),
    errorToast: 'The sync could not be started.',
  })
  if (!crm || crm.provider === null) return null
  const isRunning = crm.sync !== null && crm.sync.finishedAt === null && crm.sync.error === null
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h3 className="text-sm font-semibold">Organizations and coaches</h3>
          <p aria-live="polite" className="text-muted">
            {formatLinkedCount(crm)}
          </p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          icon={RotateCw}
          isPending={sync.isPending || isRunning}
          pendingLabel="Syncing..."
          onClick={() => sync.run()}
        >
          Sync now
        </Button>
      </div>
      {crm.sync && <Outcome sync={crm.sync} />}
      {crm.results.length > 0 && (
        <Collapsible
          title="Last results"
          summary={crm.failed ? `${crm.failed} rejected` : 'none rejected'}
          isOpenAtFirst={crm.failed > 0}
        >
          <CrmResults results={crm.results} />
        </Collapsible>
      )}
    </div>
  )
}

/** The calls of a sync are shown with its provider. */
function useRefetchAfterSync(finishedAt: string | null) {
  const queries = useQueryClient()
  const known = useRef(finishedAt)
  useEffect(() => {
    if (finishedAt !== null && known.current !== finishedAt)
      void refetchAffected(queries, ['integration'])
    known.current = finishedAt
  }, [finishedAt, queries])
}

function Outcome({ sync }: { sync: Sync }) {
  const { finishedAt, error, done, total } = sync
  if (error !== null)
    return (
      <Banner tone={finishedAt === null ? 'amber' : 'red'} isLive>
        <p className="wrap-anywhere">{error}</p>
        <p>
          {finishedAt === null
            ? 'Trying again soon.'
            : `The sync ended early, ${formatDateTime(finishedAt)}. The next one starts within an hour.`}
        </p>
      </Banner>
    )
  if (finishedAt !== null)
    return (
      <p className="text-muted">
        Last sync <time dateTime={finishedAt}>{formatDateTime(finishedAt)}</time>:{' '}
        {formatSyncResult(sync)}.
      </p>
    )
  return (
    <div className="flex flex-col gap-1.5">
      <p className="tabular-nums">
        {done} of {total} checked
      </p>
      <Progress value={syncProgress(sync)} label="Syncing organizations and coaches" />
    </div>
  )
}

const kinds: Record<CrmResult['kind'], string> = { organization: 'Organization', coach: 'Coach' }

/** Rejected ones first. */
const CrmResults = ({ results }: { results: readonly CrmResult[] }) => (
  <>
    <ul className="flex flex-col gap-3">
      {results.map(({ kind, id, name, isSuccess, error, at }) => {
        const Icon = isSuccess ? CircleCheck : OctagonAlert
        return (
          <li key={`${kind} ${id}`} className="flex items-start gap-2">
            <Icon
              aria-hidden
              size={16}
              className={`mt-0.5 shrink-0 ${isSuccess ? 'text-green-ink' : 'text-red-ink'}`}
            />
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <span className="font-semibold">{name}</span>{' '}
                <span className="text-muted">
                  {kinds[kind]}, {isSuccess ? 'sent' : 'rejected'}{' '}
                  <time dateTime={at}>{formatDateTime(at)}</time>
                </span>
              </p>
              {error !== null && <p className="wrap-anywhere text-red-ink">{error}</p>}
            </div>
          </li>
        )
      })}
    </ul>
    {results.length === maxCrmResults && (
      <p className="mt-3 text-muted">
        Showing {formatCount(results.length)} results: rejected ones first, then the latest.
      </p>
    )}
  </>
)
