import { Outlet, ScrollRestoration } from 'react-router'
import { scrollStorageKey, useScrollAsPageGrows } from '#web/lib/use-scroll-as-page-grows.ts'
import { LoadingBar } from '#web/ui/loading-bar.tsx'

/** Around every page. A page opens where it was left, however it is reached. */
export function Root() {
  useScrollAsPageGrows()
  return (
    <>
      <Outlet />
      <LoadingBar />
      <ScrollRestoration getKey={({ pathname }) => pathname} storageKey={scrollStorageKey} />
    </>
  )
}
