import type { ComponentProps } from 'react'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

type FailedPageProps = ComponentProps<typeof ErrorState> & { title: string }

/** A page that failed, with a heading and a document title that say so. */
export function FailedPage({ title, ...state }: FailedPageProps) {
  usePageTitle(title)
  return <ErrorState {...state} title={<h1 className="text-base">{title}</h1>} />
}
