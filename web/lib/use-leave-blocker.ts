import { useEffect, useRef } from 'react'
import { type BlockerFunction, useBlocker, useLocation } from 'react-router'

/** Milliseconds without another press before the browser is sent back. */
const pauseMs = 50

/** The history entry that the browser returns to after a blocked Back. */
let returnsTo: number | undefined

/**
 * Hides quick further presses of Back from the router until the browser has returned: it takes the next `popstate` for the
 * return, and would leave the address of another page. Listeners run in order, so this comes before the router's.
 */
export function ignoreQuickBackPresses() {
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('popstate', (event) => {
    if (returnsTo === undefined) return
    clearTimeout(timer)
    const by = returnsTo - entryIndex()
    if (by === 0) {
      returnsTo = undefined
      return
    }
    event.stopImmediatePropagation()
    timer = setTimeout(() => history.go(by), pauseMs)
  })
}

/** The router's `useBlocker`, which also holds when Back is pressed twice. */
export function useLeaveBlocker(shouldBlock: BlockerFunction) {
  const here = useRef(0)
  const { key } = useLocation()
  useEffect(() => {
    here.current = entryIndex()
  }, [key])
  return useBlocker((move) => {
    const isBlocked = shouldBlock(move)
    if (isBlocked && move.historyAction === 'POP') returnsTo = here.current
    return isBlocked
  })
}

/** The router numbers the entries of the history. */
const entryIndex = () => (history.state as { idx?: number } | null)?.idx ?? 0
