import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { limitConcurrency } from '../../../platform/jobs/limit-concurrency.ts'
import { type Asked, fileOf } from './file-of.ts'

const thread = new URL('./file-thread.ts', import.meta.url)
const inTurn = limitConcurrency({
  maxConcurrent: 1,
  maxQueued: 20,
  busyMessage: 'Too many files are being made at the moment. Please try again in a minute.',
})
/** The longest conversation takes a few seconds. What takes longer is stopped, so that the others get their turn. */
const mostMs = 30_000
/** One of each format: nobody reads more of them, and everybody else waits for each. */
const mostOfOne = 3
const underWay = new Map<string, number>()

/**
 * The transcript in a format; null where it has no times to become subtitles. Throws Unavailable where too many want one at
 * the same moment, or this person wants too many.
 */
export async function makeFile(asked: Asked, personId: string): Promise<Buffer | null> {
  const bytes = await (isLongWork(asked)
    ? oneOfFew(personId, () => inTurn(() => onThread(asked)))
    : fileOf(asked))
  return bytes && Buffer.from(bytes)
}

async function oneOfFew<T>(personId: string, work: () => Promise<T>) {
  const others = underWay.get(personId) ?? 0
  if (others >= mostOfOne)
    throw new Unavailable('Your other files are still being made. Please try again in a moment.')
  underWay.set(personId, others + 1)
  try {
    return await work()
  } finally {
    const left = (underWay.get(personId) ?? 1) - 1
    if (left) underWay.set(personId, left)
    else underWay.delete(personId)
  }
}

/** What brings a library, and to find out when each sentence of a conversation was said. */
const isLongWork = ({ format, what }: Asked) =>
  format === 'docx' || format === 'pdf' || (format === 'vtt' && what === 'conversation')

async function onThread(workerData: Asked) {
  const worker = new Worker(thread, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  try {
    const [bytes] = (await once(worker, 'message', { signal: AbortSignal.timeout(mostMs) })) as [
      Uint8Array | null,
    ]
    return bytes
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      throw new Unavailable('The file took too long to make. Please try again.')
    throw error
  } finally {
    await worker.terminate()
  }
}
