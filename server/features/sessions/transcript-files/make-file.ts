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
const maxPerUser = 3
const filesInProgress = new Map<string, number>()

/**
 * Null where there are no times for subtitles. Throws Unavailable where too many are being created, in total or for this
 * user.
 */
export async function makeFile(request: FileRequest, userId: string): Promise<Buffer | null> {
  const bytes = await (isSlow(request)
    ? withinUserLimit(userId, () => inQueue(() => inWorker(request)))
    : renderFile(request))
  return bytes && Buffer.from(bytes)
}

async function withinUserLimit<T>(userId: string, work: () => Promise<T>) {
  const others = filesInProgress.get(userId) ?? 0
  if (others >= maxPerUser)
    throw new Unavailable('Your other files are still being created. Please try again in a moment.')
  filesInProgress.set(userId, others + 1)
  try {
    return await work()
  } finally {
    const remaining = (filesInProgress.get(userId) ?? 1) - 1
    if (remaining) filesInProgress.set(userId, remaining)
    else filesInProgress.delete(userId)
  }
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
