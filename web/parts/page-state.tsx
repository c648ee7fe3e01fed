import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useQueryError } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { isNotFound, isNotFoundOrInvalid, ReadState, type NotFoundText } from './read-state.tsx'

type PageStateProps<Data> = Omit<ComponentProps<typeof ReadState<Data>>, 'failed' | 'notFound'> & {
  back: ReactNode
  failed: string
  notFound: NotFoundText & { title: string }
}

/** A page about one thing that is loading, failed, not found or there. */
export function PageState<Data>({ read, back, failed, notFound, ...rest }: PageStateProps<Data>) {
  const error = useQueryError(read)
  const title = isNotFoundOrInvalid(error) ? notFound.title : failed
  const isThere = read.data === undefined ? !error : !isNotFound(error)
  usePageTitle(isThere ? undefined : title)
  const heading = <h1 className="text-base">{title}</h1>
  return (
    <>
      {!isThere && back}
      <ReadState
        read={read}
        failed={heading}
        notFound={{ ...notFound, title: heading }}
        {...rest}
      />
    </>
  )
}

/** Back to a list in its last state. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button asChild variant="ghost" size="sm" icon={ArrowLeft} className="-ml-3">
    <Link to={to}>{children}</Link>
  </Button>
)
