import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, describeError } from '#web/lib/api.ts'
import { type QueryState, useQueryError } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

/** What is said where there is no such thing, or the caller may not see it. */
export type NotFoundText = { icon: LucideIcon; title: ReactNode; hint: string }

type ReadStateProps<Data> = {
  read: QueryState & Pick<UseQueryResult<Data>, 'data' | 'refetch'>
  /** The shape of what is on its way, with its name for those who listen. */
  loading: ReactNode
  /** "The plan could not be loaded" */
  failed: ReactNode
  notFound?: NotFoundText
  /** "The figures could not be refreshed.": above what was there before. */
  notRefreshed?: string
  /** How it is tried again, where that is more than reading it again. */
  onRetry?: () => void
  children: (data: Data) => ReactNode
}

/** What is read from the server, in whichever of its states: on its way, failed, unknown, there. */
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
  // In the place of what comes: a control that stands in both stays the one that was pressed.
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

/** What was there is no more, or the caller may not see it any more: then nothing of it stays in view. */
export const isNotFound = (error: Error | null) => error instanceof ApiError && error.status === 404

/** There is no such thing, or an address made by hand names nothing that could be one. */
export const isNotFoundOrInvalid = (error: Error | null) =>
  error instanceof ApiError && [400, 404].includes(error.status)
