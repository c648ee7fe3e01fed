import { type ReactNode, useEffect } from 'react'
import { isMissingCode, isWorthReloading } from '#web/lib/missing-code.ts'
import { useIsServerUnreachable } from '#web/lib/server-reach.ts'
import { FailedPage } from '#web/parts/failed-page.tsx'
import { Boundary } from '#web/ui/boundary.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Shown until the current user is known; index.html shows the same until the first page's code is loaded. */
export function LoadingPage() {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <Spinner label="Loading" />
    </div>
  )
}

/** A page failed, or its code could not be loaded, in which case it reloads when that is possible. */
function CrashPage({ fault }: { fault: unknown }) {
  const isAway = useIsServerUnreachable()
  const isCode = isMissingCode(fault)
  useEffect(() => {
    if (isCode) void isWorthReloading().then((isWorth) => isWorth && location.reload())
  }, [isCode])
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      {isCode && isAway ? (
        <FailedPage
          title="The server cannot be reached"
          description="Your saved work is safe. This page opens as soon as the server is back."
        />
      ) : (
        <FailedPage
          title="This page could not be shown"
          description="Your saved work is safe. Try again; if that doesn't help, tell your administrator what you were doing."
          onRetry={() => location.reload()}
        />
      )}
    </div>
  )
}

/** Keeps a failing page from taking the shell with it. */
export const CrashBoundary = ({ place, children }: { place: string; children: ReactNode }) => (
  <Boundary place={place} failed={(fault) => <CrashPage fault={fault} />}>
    {children}
  </Boundary>
)
