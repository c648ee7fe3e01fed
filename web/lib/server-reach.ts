import { createStore, useStore } from './store.ts'

/** Milliseconds before the next attempt, doubled up to the longest. */
const firstRetryMs = 2000
const maxRetryMs = 30_000
const timeoutMs = 5000

const isWatching = createStore(false)
const isServerDown = createStore(false)
const checking = createStore<Promise<void> | undefined>(undefined)

/**
 * Watches whether the server can be reached, by asking it only when something failed: the browser's online state says
 * nothing about a local or stopped server. Calls `onBack` when it is back.
 */
export function watchServer(onBack: () => void) {
  isWatching.set(true)
  addEventListener('offline', checkServer)
  isServerDown.subscribe(() => {
    if (!isServerDown.get()) onBack()
  })
}

/** Called after a failed request. */
export function checkServer() {
  if (isWatching.get() && !checking.get())
    checking.set(checkUntilReachable().finally(() => checking.set(undefined)))
}

/** Waits for the server; true if it was unreachable until then. */
export async function serverIsBack() {
  checkServer()
  let wasDown = isServerDown.get()
  const stop = isServerDown.subscribe(() => (wasDown = true))
  await checking.get()
  stop()
  return wasDown
}

/** A promise while the server is known to be unreachable. */
export const whenReachable = () => (isServerDown.get() ? checking.get() : undefined)

export const useIsServerUnreachable = () => useStore(isServerDown)

/** What a proxy answers for an unreachable server. Our own answers have a body. */
export const isProxyError = (status: number) => [502, 503, 504].includes(status)

async function checkUntilReachable() {
  let delayMs = firstRetryMs
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  while (!(await isReachable())) {
    isServerDown.set(true)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await waitForRetry(delayMs)
    delayMs = Math.min(delayMs * 2, maxRetryMs)
  }
  isServerDown.set(false)
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

/** Ends after the time when the page is visible, or once it becomes visible or the network is back. */
const waitForRetry = (ms: number) =>
  new Promise<void>((resolve) => {
    const waiting = new AbortController()
    const end = () => {
      if (document.hidden) return
      waiting.abort()
      resolve()
    }
    setTimeout(end, ms)
    addEventListener('online', end, waiting)
    document.addEventListener('visibilitychange', end, waiting)
  })
