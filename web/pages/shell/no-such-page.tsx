import { SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The 404 page inside the shell. */
export function NoSuchPage() {
  usePageTitle('Page Not Found')
  return (
    <EmptyState
      icon={SearchX}
      title={<h1 className="text-base">Page Not Found</h1>}
      hint="There is nothing at this address. The link may be old or incomplete."
      action={
        <Button asChild variant="secondary">
          <Link to={paths.app}>Go to your start page</Link>
        </Button>
      }
    />
  )
}
