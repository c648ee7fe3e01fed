import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Rejected } from '../../../platform/jobs/errors.ts'
import type { Span } from '../agenda.ts'
import type { CalendarRequest } from './find-busy-spans.ts'

const workerUrl = new URL('./calendar-worker.ts', import.meta.url)

/** To load the library on a busy machine. */
const loadingMs = 60_000
const parsingMs = 5_000

type Reply = { spans: Span[]; fault?: undefined } | { fault: string }

/** `findBusySpans` within limits of memory and time. Throws Rejected with a sentence for a calendar that cannot be read. */
export async function parseCalendar(request: CalendarRequest, signal: AbortSignal) {
  const worker = new Worker(workerUrl, {
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    // What the library says could be of the calendar.
    stdout: true,
    stderr: true,
  })
  const wait = (ms: number) =>
    once(worker, 'message', { signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]) })
  try {
    await wait(loadingMs)
    worker.postMessage(request)
    const [reply] = (await wait(parsingMs)) as [Reply]
    if (reply.fault !== undefined) throw new Rejected('unreadable', reply.fault)
    return reply.spans
  } catch (error) {
    if (signal.aborted || error instanceof Rejected) throw error
    const isTooLarge =
      error instanceof Error &&
      (error.name === 'AbortError' || 'code' in error) &&
      ['ABORT_ERR', 'ERR_WORKER_OUT_OF_MEMORY'].includes(
        String((error as NodeJS.ErrnoException).code),
      )
    throw new Rejected(
      'unreadable',
      isTooLarge ? 'The calendar has too many entries.' : 'The calendar could not be read.',
    )
  } finally {
    await worker.terminate()
  }
}
