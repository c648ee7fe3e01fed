import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useQueryError } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { isGone, isUnknown, ReadState, type Unknown } from './read-state.tsx'

type PageStateProps<Data> = Omit<ComponentProps<typeof ReadState<Data>>, 'failed' | 'unknown'> & {
  /** The way back to where the page was opened from. */
  back: ReactNode
  failed: string
  unknown: Unknown & { title: string }
}

/** A page about one thing, in whichever of its states; the one that is there says itself how it is called. */
export function PageState<Data>({ read, back, failed, unknown, ...rest }: PageStateProps<Data>) {
  const error = useQueryError(read)
  const title = isUnknown(error) ? unknown.title : failed
  const isThere = read.data === undefined ? !error : !isGone(error)
  usePageTitle(isThere ? undefined : title)
  const heading = <h1 className="text-base">{title}</h1>
  return (
    <>
      {!isThere && back}
      <ReadState read={read} failed={heading} unknown={{ ...unknown, title: heading }} {...rest} />
    </>
  )
}

/** The way back to a list, which is shown as it was left. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button asChild variant="ghost" size="sm" icon={ArrowLeft} className="-ml-3">
    <Link to={to}>{children}</Link>
  </Button>
)
