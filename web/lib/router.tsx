import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import { Router } from 'react-router'
import { type CodeOf, type Guard, guardedHistory } from './guarded-history.ts'

const OnWayContext = createContext(false)
const HistoryContext = createContext<ReturnType<typeof guardedHistory> | null>(null)

type AddressRouterProps = {
  codeOf: CodeOf
  /** What stands there while the code of a page is on its way. */
  onWay: ReactNode
  children: ReactNode
}

/**
 * The address in the window, by the plain router of react-router. Its large one loads and sends data too, which the
 * pages do otherwise here, and weighs 18 kB more. What the plain one lacks stands beside this file: a move can be held
 * back while something would be lost by it, the way back included, and each page is shown where it was left.
 */
export function AddressRouter({ codeOf, onWay, children }: AddressRouterProps) {
  const [history] = useState(() => guardedHistory(codeOf))
  const [isOnWay, setOnWay] = useState(false)
  const [location, setLocation] = useState(history.location)
  useLayoutEffect(
    () => history.listen((next) => startTransition(() => setLocation(next)), setOnWay),
    [history],
  )
  return (
    <HistoryContext value={history}>
      <OnWayContext value={isOnWay}>
        <Router location={location} navigator={history}>
          {children}
        </Router>
      </OnWayContext>
      {isOnWay && onWay}
    </HistoryContext>
  )
}

/** Holds moves back by which something would be lost; what waits then is made by `leave`, or forgotten by `stay`. */
export function useHeldMove(isAtStake: Guard['isAtStake']) {
  const history = use(HistoryContext)
  if (!history) throw new Error('useHeldMove needs an AddressRouter around it.')
  const [move, setMove] = useState<() => void>()
  const isAtStakeNow = useEffectEvent(isAtStake)
  useEffect(
    () =>
      history.guardBy({
        isAtStake: (now, next) => isAtStakeNow(now, next),
        hold: (held) => setMove(() => held),
      }),
    [history],
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

/** Whether this page is being left, for one whose code is still to come. */
export const useIsOnWay = () => use(OnWayContext)
