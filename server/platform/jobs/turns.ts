import { Unavailable } from './failures.ts'

/**
 * Lets `atOnce` works run at a time; the others wait for their turn in the order in which they came. It throws
 * Unavailable with the sentence `busy` where `mostWaiting` wait already, and the signal's reason where nobody wants the
 * work any more.
 */
export function turns({
  atOnce,
  mostWaiting,
  busy,
}: {
  atOnce: number
  mostWaiting: number
  busy: string
}) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (running < atOnce) running++
    else {
      if (waiting.length >= mostWaiting) throw new Unavailable(busy)
      // Whoever ends hands the place over: `running` stays.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      signal?.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
