import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { scrollStorageKey, useScrollAsPageGrows } from '#web/lib/use-scroll-as-page-grows.ts'
import { classNames } from '../../ui/class-names.ts'
import { solidTone } from '../../ui/tone.ts'

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

/** At the top of the window while the next page loads, from 200 ms on. */
const LoadingBar = () =>
  useNavigation().state === 'loading' && (
    <output className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden opacity-100 transition-opacity delay-200 starting:opacity-0">
      <span className="sr-only">Loading</span>
      <span
        className={classNames(
          'block h-full w-1/3 animate-sweep motion-reduce:w-full',
          solidTone.brand,
        )}
      />
    </output>
  )
