import { Outlet, ScrollRestoration, useNavigation, useLocation } from 'react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { staff } from '#contract/roles.ts'
import { useCurrentUser } from '#web/features/accounts/auth/current-user.ts'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { solidTone } from '#web/ui/tone.ts'

/** Around every page. A page opens where it was left, however it is reached. */
export function Root() {
  useScrollAsPageGrows()
  return (
    <>
      <Outlet />
      <LoadingBar />
      <Recording />
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

/** Brings the recorder, which no page waits for. */
const RecordingBar = lazyComponent(
  async () => (await import('#web/features/recordings/recorder/recording-bar.tsx')).RecordingBar,
)

/** A recording goes on whatever page is open, the sign-in page too where a login ends meanwhile. */
function Recording() {
  const { data: user } = useCurrentUser()
  const isStaff = user?.roles.some((role) => staff.some((it) => it === role)) ?? false
  const [wasStaff, setWasStaff] = useState(isStaff)
  if (isStaff && !wasStaff) setWasStaff(true)
  return wasStaff && <RecordingBar key={user?.id} isStaff={isStaff} />
}

/** Where `ScrollRestoration` stores how far each page was scrolled. */
const scrollStorageKey = 'scroll-positions'
const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/**
 * After a reload a page is too short for its scroll position until its rows have been loaded: scrolls on as it grows, until
 * the position is reached or the user does something.
 */
function useScrollAsPageGrows() {
  const { pathname } = useLocation()
  const [positions] = useState(readPositions)
  useEffect(() => {
    const position = positions[pathname]
    if (!position) return undefined
    const stopped = new AbortController()
    const growth = new ResizeObserver(() => {
      scrollTo(0, position)
      if (Math.abs(scrollY - position) < 2) stop()
    })
    const stop = () => {
      delete positions[pathname]
      stopped.abort()
      growth.disconnect()
    }
    for (const type of userEvents)
      addEventListener(type, stop, { passive: true, signal: stopped.signal })
    growth.observe(document.body)
    return () => {
      stopped.abort()
      growth.disconnect()
    }
  }, [pathname, positions])
}

function readPositions(): Record<string, number> {
  try {
    return z
      .record(z.string(), z.number())
      .parse(JSON.parse(sessionStorage.getItem(scrollStorageKey) ?? '{}'))
  } catch {
    return {}
  }
}
