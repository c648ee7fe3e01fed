import { Unavailable } from '../providers/failures.ts'

/** Each look may take hundreds of megabytes for a moment. */
const atOnce = 2
const mostWaiting = 100

let running = 0
const waiting: (() => void)[] = []

/**
 * Looks at uploads: two at a time in this process, the others wait for their turn. Throws Unavailable where a hundred
 * wait already, and the signal's reason where nobody wants it any more.
 */
export async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  if (running < atOnce) running++
  else {
    if (waiting.length >= mostWaiting)
      throw new Unavailable('Too many uploads are being looked at.')
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
