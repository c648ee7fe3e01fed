import { Unavailable } from './errors.ts'

/**
 * Runs at most `maxConcurrent` tasks at a time, the others in order. Throws Unavailable with `busyMessage` when
 * `maxQueued` are waiting, and the signal's reason when a task was aborted.
 */
export function limitConcurrency({
  maxConcurrent,
  maxQueued,
  busyMessage,
}: {
  maxConcurrent: number
  maxQueued: number
  busyMessage: string
}) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (running < maxConcurrent) running++
    else {
      if (waiting.length >= maxQueued) throw new Unavailable(busyMessage)
      // A finished task passes its slot on: `running` stays.
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
