import type { z } from 'zod'
import { parseJson } from './api.ts'

type Options<S extends z.ZodType> = {
  schema: S
  /** Sent regularly, whatever else is. */
  heartbeat: { event: string; everyMs: number }
  onMessage: (message: z.output<S>) => void
  /** Called with false only after a longer interruption. */
  onLive?: (isLive: boolean) => void
  /** The connection broke or failed. */
  onDisconnect?: () => void
  /** The answer was not a stream. Called once until there is a stream again. */
  onRefused?: () => void
}

/** Milliseconds before a rejected stream is requested again, doubled up to this. */
const maxRetryMs = 30_000
/** Milliseconds without a stream before `onLive(false)`. */
const offlineAfterMs = 10_000
const maxMissedHeartbeats = 3
/** Milliseconds before a hidden page unsubscribes. */
const hiddenGraceMs = 5_000

/**
 * Receives server-sent events while the page is visible, because browsers allow six connections per host. EventSource
 * reconnects by itself, but gives up on any answer that is not a stream (a restarting server behind a proxy) and does
 * not notice a dead connection (a phone between networks): then this opens a new one. Messages that do not match the
 * schema are ignored.
 */
export function subscribeToEvents<S extends z.ZodType>(
  url: string,
  { schema, heartbeat, onMessage, onLive, onDisconnect, onRefused }: Options<S>,
) {
  let current: EventSource | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let offlineTimer: ReturnType<typeof setTimeout> | undefined
  let heartbeatTimer: ReturnType<typeof setTimeout> | undefined
  let retryMs = 1000

  function startOfflineTimer() {
    offlineTimer ??= setTimeout(() => onLive?.(false), offlineAfterMs)
  }
  function stopOfflineTimer() {
    clearTimeout(offlineTimer)
    offlineTimer = undefined
  }
  function expectHeartbeat() {
    clearTimeout(heartbeatTimer)
    heartbeatTimer = setTimeout(() => {
      current?.close()
      open()
    }, maxMissedHeartbeats * heartbeat.everyMs)
  }
  function open() {
    startOfflineTimer()
    expectHeartbeat()
    const stream = new EventSource(url)
    current = stream
    stream.addEventListener('open', () => {
      stopOfflineTimer()
      expectHeartbeat()
      retryMs = 1000
      onLive?.(true)
    })
    stream.addEventListener(heartbeat.event, expectHeartbeat)
    stream.addEventListener('message', ({ data }) => {
      expectHeartbeat()
      const message = schema.safeParse(parseJson(String(data)))
      if (message.success) onMessage(message.data)
    })
    stream.addEventListener('error', () => {
      if (current !== stream) return
      onDisconnect?.()
      startOfflineTimer()
      if (stream.readyState !== EventSource.CLOSED) return
      clearTimeout(heartbeatTimer)
      if (retryMs === 1000) onRefused?.()
      retryTimer = setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    })
  }
  function close() {
    current?.close()
    current = undefined
    clearTimeout(retryTimer)
    clearTimeout(heartbeatTimer)
    stopOfflineTimer()
  }
  return runWhileVisible(open, close)
}

/** Begins while the page is visible and ends when it is hidden, or by the returned function. */
function runWhileVisible(begin: () => void, end: () => void) {
  let isRunning = false
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  function stop() {
    clearTimeout(hiddenTimer)
    if (isRunning) end()
    isRunning = false
  }
  function onVisibilityChange() {
    clearTimeout(hiddenTimer)
    if (document.hidden) hiddenTimer = setTimeout(stop, hiddenGraceMs)
    else if (!isRunning) {
      isRunning = true
      begin()
    }
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  onVisibilityChange()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    stop()
  }
}
