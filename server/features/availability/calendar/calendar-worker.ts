import { parentPort } from 'node:worker_threads'
import { type CalendarRequest, findBusySpans, UnreadableCalendar } from './find-busy-spans.ts'

/** In a worker thread: a small calendar can take all memory and time. */
parentPort?.once('message', (request: CalendarRequest) => {
  try {
    parentPort?.postMessage({ spans: findBusySpans(request) })
  } catch (error) {
    if (!(error instanceof UnreadableCalendar)) throw error
    parentPort?.postMessage({ fault: error.message })
  }
})
parentPort?.postMessage('ready')
