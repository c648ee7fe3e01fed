import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

type PageFailureProps = {
  /** The read that the page is about. */
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  /** The way back to where the page was opened from. */
  back: ReactNode
  icon: LucideIcon
  /** What is said where there is no such thing, or the caller may not see it. */
  unknown: string
  hint: string
  /** What is said where it could not be read. */
  failed: string
}

/** A page about one thing that is not there, or that could not be loaded. */
export function PageFailure({ query, back, icon, unknown, hint, failed }: PageFailureProps) {
  const { error, isFetching, refetch } = query
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.status)
  usePageTitle(isUnknown ? unknown : failed)
  return (
    <>
      {back}
      {isUnknown ? (
        <EmptyState icon={icon} title={<h1 className="text-base">{unknown}</h1>} hint={hint} />
      ) : (
        <ErrorState
          title={<h1 className="text-base">{failed}</h1>}
          description={sentenceOf(error, 'The server cannot be reached. Nothing is lost.')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
    </>
  )
}
