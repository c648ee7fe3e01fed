import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, describeError } from '#web/lib/api.ts'
import { type QueryState, useQueryError } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

export type NotFoundText = { icon: LucideIcon; title: ReactNode; hint: string }

type ReadStateProps<Data> = {
  read: QueryState & Pick<UseQueryResult<Data>, 'data' | 'refetch'>
  /** A skeleton, with a label for screen readers. */
  loading: ReactNode
  /** "The plan could not be loaded". */
  failed: ReactNode
  notFound?: NotFoundText
  /** "The figures could not be refreshed.": shown above the old data. */
  notRefreshed?: string
  /** Instead of refetching. */
  onRetry?: () => void
  children: (data: Data) => ReactNode
}

/** The state of a query: loading, failed, not found, or its data. */
export function ReadState<Data>({
  read,
  loading,
  failed,
  notFound,
  notRefreshed,
  onRetry = () => void read.refetch(),
  children,
}: ReadStateProps<Data>) {
  const { data, isFetching } = read
  const error = useQueryError(read)
  const failure = error && describeError(error)
  if (data !== undefined && !(notFound && isNotFound(error)))
    return (
      <>
        {failure && notRefreshed && (
          <Banner tone="amber" role="alert" className="mb-6">
            {notRefreshed} {failure}
          </Banner>
        )}
        {children(data)}
      </>
    )
  // At the same position as the data, so that a control in both keeps its identity.
  if (!failure)
    return (
      <>
        {null}
        {loading}
      </>
    )
  if (notFound && isNotFoundOrInvalid(error)) return <EmptyState {...notFound} />
  return (
    <ErrorState title={failed} description={failure} onRetry={onRetry} isRetrying={isFetching} />
  )
}

/** It was deleted, or the user has lost access: nothing of it may stay on screen. */
export const isNotFound = (error: Error | null) => error instanceof ApiError && error.status === 404

/** Not found, or the id in the URL is invalid. */
export const isNotFoundOrInvalid = (error: Error | null) =>
  error instanceof ApiError && [400, 404].includes(error.status)
