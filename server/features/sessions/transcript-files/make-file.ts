import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { limitConcurrency } from '../../../platform/jobs/limit-concurrency.ts'
import { type FileRequest, renderFile } from './render-file.ts'

const workerUrl = new URL('./render-worker.ts', import.meta.url)
const inQueue = limitConcurrency({
  maxConcurrent: 1,
  maxQueued: 20,
  busyMessage: 'Too many files are being created right now. Please try again in a minute.',
})
/** The longest conversation takes a few seconds. */
const timeoutMs = 30_000

/** Null if there are no times for subtitles. Throws Unavailable if too many are being created. */
export async function makeFile(request: FileRequest): Promise<Buffer | null> {
  const bytes = await (isSlow(request) ? inQueue(() => inWorker(request)) : renderFile(request))
  return bytes && Buffer.from(bytes)
}

/** Needs a library, or the alignment of a conversation with its transcript. */
const isSlow = ({ format, what }: FileRequest) =>
  format === 'docx' || format === 'pdf' || (format === 'vtt' && what === 'conversation')

async function inWorker(workerData: FileRequest) {
  const worker = new Worker(workerUrl, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  try {
    const [bytes] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [
      Uint8Array | null,
    ]
    return bytes
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      throw new Unavailable('Creating the file took too long. Please try again.')
    throw error
  } finally {
    await worker.terminate()
  }
}
