import type { z } from 'zod'

type Options<S extends z.ZodType> = {
  schema: S
  /** An event that comes so often, whatever else does. */
  heartbeat: { event: string; everyMs: number }
  onMessage: (message: z.output<S>) => void
  /** Whether messages come, as soon as that is not a matter of a moment. */
  onLive?: (isLive: boolean) => void
  /** The line broke, or there was none. */
  onDisconnect?: () => void
  /** The server answered with something that is no stream; once, until there is one again. */
  onRefused?: () => void
}

/** Milliseconds before a stream that the server refused is asked for again: doubled each time up to this. */
const maxRetryMs = 30_000
/** Milliseconds without a stream after which that is told. */
const offlineAfterMs = 10_000
/** Signs of life that may fail to come before a stream is taken for dead. */
const maxMissedHeartbeats = 3
/** Milliseconds for which a page that is out of sight still listens. */
const hiddenGraceMs = 5_000

/**
 * Listens to server-sent messages until the returned function is called, as long as the page is in sight: a browser has
 * six connections to a host, and each stream takes one. The browser reconnects after a break by itself, but gives up on
 * any answer that is no stream (a restarting server behind a proxy), and hears nothing of a line that was cut in silence (a
 * phone between two networks): then this asks again. Messages that the schema does not know are passed over.
 */
export function subscribeToEvents<S extends z.ZodType>(
  url: string,
  { schema, heartbeat: sign, onMessage, onLive, onDisconnect: onBroken, onRefused }: Options<S>,
) {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  let silent: ReturnType<typeof setTimeout> | undefined
  let wait = 1000

  function beginWaiting() {
    late ??= setTimeout(() => onLive?.(false), offlineAfterMs)
  }
  function settle() {
    clearTimeout(late)
    late = undefined
  }
  /** Something was heard of the stream, or is going to be. */
  function expectMore() {
    clearTimeout(silent)
    silent = setTimeout(() => {
      source?.close()
      open()
    }, maxMissedHeartbeats * sign.everyMs)
  }
  function open() {
    beginWaiting()
    expectMore()
    const opened = new EventSource(url)
    source = opened
    opened.addEventListener('open', () => {
      settle()
      expectMore()
      wait = 1000
      onLive?.(true)
    })
    opened.addEventListener(sign.event, expectMore)
    opened.addEventListener('message', ({ data }) => {
      expectMore()
      const message = schema.safeParse(parsed(data))
      if (message.success) onMessage(message.data)
    })
    opened.addEventListener('error', () => {
      if (source !== opened) return
      onBroken?.()
      beginWaiting()
      if (opened.readyState !== EventSource.CLOSED) return
      clearTimeout(silent)
      if (wait === 1000) onRefused?.()
      again = setTimeout(open, wait)
      wait = Math.min(wait * 2, maxRetryMs)
    })
  }
  function close() {
    source?.close()
    source = undefined
    clearTimeout(again)
    clearTimeout(silent)
    settle()
  }
  return runWhileVisible(open, close)
}

/** Begins while the page is in sight, and ends a while after it is not, or when the returned function is called. */
function runWhileVisible(begin: () => void, end: () => void) {
  let isOn = false
  let leaving: ReturnType<typeof setTimeout> | undefined
  function stop() {
    clearTimeout(leaving)
    if (isOn) end()
    isOn = false
  }
  function look() {
    clearTimeout(leaving)
    if (document.hidden) leaving = setTimeout(stop, hiddenGraceMs)
    else if (!isOn) {
      isOn = true
      begin()
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop()
  }
}

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
