import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Unavailable } from '../../work/failures.ts'
import { turns } from '../../work/turns.ts'
import { type Asked, fileOf } from './file-of.ts'

const thread = new URL('./file-thread.ts', import.meta.url)
const inTurn = turns({
  atOnce: 1,
  mostWaiting: 20,
  busy: 'Too many files are being made at the moment. Please try again in a minute.',
})
/** The longest conversation takes about ten seconds. */
const mostMs = 60_000

/**
 * The transcript in a format; null where it has no times to become subtitles. Throws Unavailable where too many want one at
 * the same moment.
 */
export async function makeFile(asked: Asked): Promise<Buffer | null> {
  const bytes = await (isLongWork(asked) ? inTurn(() => onThread(asked)) : fileOf(asked))
  return bytes && Buffer.from(bytes)
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
