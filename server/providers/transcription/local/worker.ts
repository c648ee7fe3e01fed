// Entry point of the worker process (run-worker.ts): a crash of native code does not affect the server.
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { analyzeRecording } from './sound/analyze-recording.ts'
import type { Job, Report } from './messages.ts'
import { transcribe } from './transcribe.ts'

/** Lower priority than the web server. */
const priority = 10
/** Interval of reports, which also serve as heartbeats. */
const reportMs = 600

// The parent kills this process after its result, so save the compile cache now.
flushCompileCache()

try {
  // Not above the priority of the parent.
  os.setPriority(Math.max(os.getPriority(), priority))
} catch {
  // Some systems do not allow it.
}
// The server has exited. Engine threads would delay an ordinary exit.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.once('message', (job: Job) => void work(job))

async function work(job: Job) {
  let progress = 0
  const reports = setInterval(() => void send({ type: 'progress', progress }), reportMs)
  const onProgress = (now: number) => (progress = now)
  const done =
    job.work === 'listen' ? analyzeRecording(job, onProgress) : transcribe(job, onProgress)
  const report = await done.then((result): Report => ({ type: 'done', result })).catch(toReport)
  clearInterval(reports)
  await send(report)
  process.exit()
}

/** Unexpected errors end this process, with the error on stderr. */
function toReport(error: unknown): Report {
  if (error instanceof Rejected)
    return { type: 'rejected', reason: error.reason, message: error.message }
  if (error instanceof Unavailable) return { type: 'unavailable', message: error.message }
  throw error
}

/** `process.exit` before the callback would truncate a long message. */
const send = (report: Report) =>
  new Promise<void>((resolve) => {
    process.send?.(report, () => resolve())
  })
