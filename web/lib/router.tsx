import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import {
  type Location,
  parsePath,
  Router,
  type To,
  UNSAFE_createBrowserHistory as browserHistory,
  useLocation,
} from 'react-router'
import { z } from 'zod'

type Place = Pick<Location, 'pathname' | 'search'>
type Guard = {
  isAtStake: (now: Place, next: Place) => boolean
  /** Is given the move that waits for its answer. */
  hold: (move: () => void) => void
}

const HistoryContext = createContext<ReturnType<typeof guardedHistory> | null>(null)

/**
 * The address in the window, by the plain router of react-router. Its large one loads and sends data too, which the
 * pages do otherwise here, and weighs 18 kB more. What the plain one lacks stands in this file: a move can be held back
 * while something would be lost by it, the way back included, and each page is shown where it was left.
 */
export function AddressRouter({ children }: { children: ReactNode }) {
  const [history] = useState(guardedHistory)
  const [at, setAt] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen((now) => startTransition(() => setAt(now))), [history])
  return (
    <HistoryContext value={history}>
      <Router location={at.location} navigationType={at.action} navigator={history}>
        {children}
      </Router>
    </HistoryContext>
  )
}

/** The browser's history, where each move is first shown to the guard. */
function guardedHistory() {
  const history = browserHistory({ v5Compat: true })
  let guard: Guard | undefined
  let isAnswered = false
  function passes(next: Place, now: Place, move: () => void) {
    if (isAnswered || !guard?.isAtStake(now, next)) {
      isAnswered = false
      return true
    }
    guard.hold(() => {
      isAnswered = true
      move()
    })
    return false
  }
  const step = (to: To, move: () => void) => {
    const { pathname = history.location.pathname, search = '' } =
      typeof to === 'string' ? parsePath(to) : to
    const attempt = () => {
      if (passes({ pathname, search }, history.location, attempt)) move()
    }
    attempt()
  }
  return {
    action: history.action,
    location: history.location,
    createHref: (to: To) => history.createHref(to),
    go: (by: number) => history.go(by),
    push: (to: To, state?: unknown) => step(to, () => history.push(to, state)),
    replace: (to: To, state?: unknown) => step(to, () => history.replace(to, state)),
    /** Until the function that it returns is called. */
    guardBy(next: Guard) {
      guard = next
      return () => {
        if (guard === next) guard = undefined
      }
    },
    listen(onMove: (now: Pick<typeof history, 'action' | 'location'>) => void) {
      let now: Place = history.location
      let isReturning = false
      return history.listen(({ action, location, delta }) => {
        if (isReturning) {
          isReturning = false
        } else if (action !== 'POP' || !delta || passes(location, now, () => history.go(delta))) {
          now = location
          onMove({ action, location })
        } else {
          // The browser has gone already: it is sent back until there is an answer.
          isReturning = true
          history.go(-delta)
        }
      })
    },
  }
}

/** Holds moves back by which something would be lost; what waits then is made by `leave`, or forgotten by `stay`. */
export function useHeldMove(isAtStake: Guard['isAtStake']) {
  const history = use(HistoryContext)
  if (!history) throw new Error('useHeldMove needs an AddressRouter around it.')
  const [move, setMove] = useState<() => void>()
  useEffect(
    () => history.guardBy({ isAtStake, hold: (held) => setMove(() => held) }),
    [history, isAtStake],
  )
  return (
    move && {
      leave: () => {
        setMove(undefined)
        move()
      },
      stay: () => setMove(undefined),
    }
  )
}

const placesKey = 'scroll-places'

/** Shows each page where it was left, by a link and after a reload too; one that was not open yet, from its top. */
export function ScrollPlaces() {
  const { pathname } = useLocation()
  const [places] = useState(rememberedPlaces)
  useEffect(() => {
    globalThis.history.scrollRestoration = 'manual'
    const remember = () => {
      try {
        sessionStorage.setItem(placesKey, JSON.stringify(places))
      } catch {
        // Storage is switched off or full: after a reload the page begins at its top.
      }
    }
    addEventListener('pagehide', remember)
    return () => removeEventListener('pagehide', remember)
  }, [places])
  useLayoutEffect(() => {
    scrollTo(0, places[pathname] ?? 0)
    const keep = () => {
      places[pathname] = scrollY
    }
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [pathname, places])
  return null
}

function rememberedPlaces(): Record<string, number> {
  try {
    return z
      .record(z.string(), z.number())
      .parse(JSON.parse(sessionStorage.getItem(placesKey) ?? '{}'))
  } catch {
    return {}
  }
}
