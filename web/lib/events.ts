import type { z } from 'zod'

type Options<S extends z.ZodType> = {
  schema: S
  onMessage: (message: z.output<S>) => void
  /** Called once, when the stream was closed because the time is over. */
  onTimeout?: () => void
  /** Milliseconds after which the stream is closed for good; without it, it goes on until nobody listens any more. */
  timeoutMs?: number
}

/** Milliseconds before a stream that the server refused is asked for again: doubled each time up to this. */
const longestWait = 30_000

/**
 * Listens to server-sent messages until the returned function is called. The browser reconnects after a break by
 * itself, but gives up on any answer that is no stream (a restarting server behind a proxy): then this asks again.
 * Messages that the schema does not know are passed over.
 */
export function listen<S extends z.ZodType>(
  url: string,
  { schema, onMessage, onTimeout, timeoutMs }: Options<S>,
) {
  let source: EventSource
  let again: ReturnType<typeof setTimeout> | undefined
  let wait = 1000

  function open() {
    source = new EventSource(url)
    source.addEventListener('open', () => (wait = 1000))
    source.addEventListener('message', ({ data }) => {
      const message = schema.safeParse(parsed(data))
      if (message.success) onMessage(message.data)
    })
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return
      again = setTimeout(open, wait)
      wait = Math.min(wait * 2, longestWait)
    })
  }
  function close() {
    source.close()
    clearTimeout(again)
    clearTimeout(end)
  }
  const end =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          close()
          onTimeout?.()
        }, timeoutMs)
  open()
  return close
}

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
