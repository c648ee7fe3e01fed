import { useSyncExternalStore } from 'react'

/** Milliseconds before the server is asked again: doubled each time up to the longest. */
const firstWait = 2000
const longestWait = 30_000
/** Milliseconds for an answer. */
const patience = 5000

let isWatching = false
let isAway = false
let looking: Promise<void> | undefined
/** Ends the wait before the next try. */
let lookNow = () => {}
const listeners = new Set<() => void>()

/**
 * Follows whether the server can be reached. It is asked only while something speaks against it, for the browser's own word
 * on the network says nothing of a server on this machine, or of one that has ended. `onBack` when it is there again.
 */
export function watchServer(onBack: () => void) {
  isWatching = true
  addEventListener('offline', doubtServer)
  addEventListener('online', () => lookNow())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) lookNow()
  })
  let wasAway = false
  listen(() => {
    if (wasAway && !isAway) onBack()
    wasAway = isAway
  })
}

/** Something did not get through to the server. */
export function doubtServer() {
  if (isWatching) looking ??= look().finally(() => (looking = undefined))
}

/** When the server has answered, after `doubtServer`: whether it was away until then. */
export async function serverIsBack() {
  doubtServer()
  let wasAway = isAway
  const stop = listen(() => (wasAway ||= isAway))
  await looking
  stop()
  return wasAway
}

/** A promise while it is known that the server cannot be reached. */
export const whenReachable = () => (isAway ? looking : undefined)

export const useIsServerUnreachable = () => useSyncExternalStore(listen, () => isAway)

/** What a proxy says whose server is away. An answer of our own has a body that says more. */
export const isOfProxy = (status: number) => [502, 503, 504].includes(status)

async function look() {
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let wait = firstWait; !(await answers()); wait = Math.min(wait * 2, longestWait)) {
    become(true)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pause(wait)
  }
  become(false)
}

async function answers() {
  try {
    const { status } = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    })
    return !isOfProxy(status)
  } catch {
    return false
  }
}

/** Until the time is over and the page is in sight, or somebody has reason to look at once. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      if (!document.hidden) resolve()
    }, ms)
    lookNow = () => {
      clearTimeout(timer)
      lookNow = () => {}
      resolve()
    }
  })

function become(next: boolean) {
  if (next === isAway) return
  isAway = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
