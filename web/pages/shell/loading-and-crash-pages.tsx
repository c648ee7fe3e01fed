import { type ReactNode, useEffect } from 'react'
import { isMissingCode, isWorthReloading } from '#web/lib/missing-code.ts'
import { useServerIsAway } from '#web/lib/server-reach.ts'
import { FailedPage } from '#web/parts/failed-page.tsx'
import { Boundary } from '#web/ui/boundary.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Stands for a moment until the answer who is signed in is there; index.html says the same until the code of the first page is. */
export function LoadingPage() {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <Spinner label="Loading" />
    </div>
  )
}

/** What is left when a page fails, or when its code could not be fetched, which may come by itself later. */
function CrashPage({ fault }: { fault: unknown }) {
  const isAway = useServerIsAway()
  const isCode = isMissingCode(fault)
  useEffect(() => {
    if (isCode) void isWorthReloading().then((isWorth) => isWorth && location.reload())
  }, [isCode])
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      {isCode && isAway ? (
        <FailedPage
          title="The server cannot be reached"
          description="Everything that you saved is safe. This page opens as soon as the server is back."
        />
      ) : (
        <FailedPage
          title="This page could not be shown"
          description="Everything that you saved is safe. Trying again usually helps; if it does not, please tell your administrator what you were doing."
          onRetry={() => location.reload()}
        />
      )}
    </div>
  )
}

/** Around pages: one that fails leaves what is around it alone, and the next address is tried afresh. */
export const CrashBoundary = ({ place, children }: { place: string; children: ReactNode }) => (
  <Boundary place={place} failed={(fault) => <CrashPage fault={fault} />}>
    {children}
  </Boundary>
)
