import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { isMissingCode, isWorthReloading } from '#web/lib/missing-code.ts'
import { FailedPage } from '#web/parts/failed-page.tsx'
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
export function PageErrorBoundary() {
  const error = useRouteError()
  const isCode = isMissingCode(error)
  const [isDecided, setDecided] = useState(!isCode)
  useEffect(() => {
    if (isCode)
      void isWorthReloading().then((isWorth) => (isWorth ? location.reload() : setDecided(true)))
  }, [isCode])
  if (!isDecided) return <LoadingPage />
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <FailedPage
        title="This page could not be shown"
        description="Your saved work is safe. Try again; if that doesn't help, tell your administrator what you were doing."
        onRetry={() => location.reload()}
      />
    </div>
  )
}
