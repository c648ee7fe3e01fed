import { Link } from 'react-router'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { Button } from '#web/ui/button.tsx'

export function NotFoundPage() {
  usePageTitle('Page Not Found')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 text-center">
      <BrandMark className="mb-3 size-12" />
      <h1 className="text-xl">Page Not Found</h1>
      <p className="max-w-prose text-muted">
        There is nothing at this address. The link may be old or incomplete.
      </p>
      <Button asChild className="mt-3">
        <Link to={paths.landing}>Go to the start page</Link>
      </Button>
    </main>
  )
}
