import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'

export type ListState = {
  match: number
  isMatchCapped: boolean
  loaded: number
  isPending: boolean
  isStale: boolean
  failure: string | undefined
  isRetrying: boolean
  retry: () => void
  hasMore: boolean
  isLoadingMore: boolean
  moreFailure: string | undefined
  loadMore: () => void
}

export type ListRows<Row> = ListState & { rows: readonly Row[] }

type ListBodyProps = {
  list: ListState
  /** "users", for "The users could not be loaded". */
  things: string
  countLine: ReactNode
  actions?: ReactNode
  skeleton: ReactNode
  empty: ReactNode
  children: ReactNode
}

/** A list that is loading, failed, empty or there; below the rows the failure to load more. */
export function ListBody({
  list,
  things,
  countLine,
  actions,
  skeleton,
  empty,
  children,
}: ListBodyProps) {
  if (list.isPending) return skeleton
  if (list.failure && !list.loaded)
    return (
      <ErrorState
        title={`The ${things} could not be loaded`}
        description={list.failure}
        onRetry={list.retry}
        isRetrying={list.isRetrying}
      />
    )
  return (
    <div aria-busy={list.isStale}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <output className="text-muted">{countLine}</output>
        {actions}
      </div>
      {list.failure && (
        <Banner tone="amber" role="alert" className="mb-4">
          The {things} could not be refreshed. {list.failure}
        </Banner>
      )}
      {list.match === 0 ? empty : children}
      {list.moreFailure && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3">
          <p role="alert" className="text-red-ink">
            {list.moreFailure}
          </p>
          <Button
            variant="secondary"
            isPending={list.isLoadingMore}
            pendingLabel="Loading..."
            onClick={list.loadMore}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
