import { useSyncExternalStore } from 'react'

/** Milliseconds before the next attempt, doubled up to the longest. */
const firstRetryMs = 2000
const maxRetryMs = 30_000
const timeoutMs = 5000

let isWatching = false
let isServerDown = false
let checking: Promise<void> | undefined
/** Ends the current wait. */
let retryNow = () => {}
const listeners = new Set<() => void>()

/**
 * Watches whether the server can be reached, by asking it only when something failed: the browser's online state says
 * nothing about a local or stopped server. Calls `onBack` when it is back.
 */
export function watchServer(onBack: () => void) {
  isWatching = true
  addEventListener('offline', checkServer)
  addEventListener('online', () => retryNow())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) retryNow()
  })
  let wasDown = false
  listen(() => {
    if (wasDown && !isServerDown) onBack()
    wasDown = isServerDown
  })
}

/** Called after a failed request. */
export function checkServer() {
  if (isWatching) checking ??= checkUntilReachable().finally(() => (checking = undefined))
}

/** Waits for the server; true if it was unreachable until then. */
export async function serverIsBack() {
  checkServer()
  let wasDown = isServerDown
  const stop = listen(() => (wasDown ||= isServerDown))
  await checking
  stop()
  return wasDown
}

/** A promise while the server is known to be unreachable. */
export const whenReachable = () => (isServerDown ? checking : undefined)

export const useIsServerUnreachable = () => useSyncExternalStore(listen, () => isServerDown)

/** What a proxy answers for an unreachable server. Our own answers have a body. */
export const isProxyError = (status: number) => [502, 503, 504].includes(status)

async function checkUntilReachable() {
  let delayMs = firstRetryMs
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  while (!(await isReachable())) {
    setServerDown(true)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await waitForRetry(delayMs)
    delayMs = Math.min(delayMs * 2, maxRetryMs)
  }
  setServerDown(false)
}

async function isReachable() {
  try {
    const { status } = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return !isProxyError(status)
  } catch {
    return false
  }
}

/** Ends after the time when the page is visible, or earlier by `retryNow`. */
const waitForRetry = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      if (!document.hidden) resolve()
    }, ms)
    retryNow = () => {
      clearTimeout(timer)
      retryNow = () => {}
      resolve()
    }
  })

function setServerDown(next: boolean) {
  if (next === isServerDown) return
  isServerDown = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
