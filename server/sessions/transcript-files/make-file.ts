import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TranscriptFormat } from '#contract/sessions.ts'
import { Unavailable } from '../../work/failures.ts'
import { turns } from '../../work/turns.ts'
import { textFile, vttFile } from './plain-files.ts'
import type { TranscriptDocument } from './transcript-document.ts'

const thread = new URL('./file-thread.ts', import.meta.url)
const inTurn = turns({
  atOnce: 1,
  mostWaiting: 20,
  busy: 'Too many files are being made at the moment. Please try again in a minute.',
})
/** The longest conversation takes about ten seconds. */
const mostMs = 60_000

/** The transcript in a format. Throws Unavailable where too many want one at the same moment. */
export function makeFile(format: TranscriptFormat, document: TranscriptDocument): Promise<Buffer> {
  switch (format) {
    case 'txt':
      return Promise.resolve(Buffer.from(textFile(document)))
    case 'vtt':
      return Promise.resolve(Buffer.from(vttFile(document)))
    case 'docx':
    case 'pdf':
      return inTurn(() => onThread({ format, document }))
  }
}

async function onThread(workerData: { format: 'docx' | 'pdf'; document: TranscriptDocument }) {
  const worker = new Worker(thread, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  try {
    const [bytes] = (await once(worker, 'message', { signal: AbortSignal.timeout(mostMs) })) as [
      Uint8Array,
    ]
    return Buffer.from(bytes)
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      throw new Unavailable('The file took too long to make. Please try again.')
    throw error
  } finally {
    await worker.terminate()
  }
}
