import type { ComponentProps } from 'react'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

type FailedPageProps = ComponentProps<typeof ErrorState> & { title: string }

/** All that there is of a page: its heading and its title say that it did not work. */
export function FailedPage({ title, ...state }: FailedPageProps) {
  usePageTitle(title)
  return <ErrorState {...state} title={<h1 className="text-base">{title}</h1>} />
}
