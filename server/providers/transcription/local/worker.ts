// The process that does the work, started by run-worker.ts: native code cannot take the server down with it.
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { analyzeRecording } from './sound/analyze-recording.ts'
import type { Job, Report } from './messages.ts'
import { transcribe } from './transcribe.ts'

/** The web server goes first. */
const priority = 10
/** At most two reports a second; they also show that this process is alive. */
const reportMs = 600

// It is ended as soon as it has answered, so what was compiled for the next one is kept now.
flushCompileCache()

try {
  // Never ahead of whoever started it.
  os.setPriority(Math.max(os.getPriority(), priority))
} catch {
  // Some systems do not let us; then we compete.
}
// The server went away. Threads of the engine would hold up an ordinary exit.
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

/** Anything unforeseen ends this process, with the reason on stderr. */
function toReport(error: unknown): Report {
  if (error instanceof Rejected)
    return { type: 'rejected', reason: error.reason, message: error.message }
  if (error instanceof Unavailable) return { type: 'unavailable', message: error.message }
  throw error
}

/** Resolves when it has left: `process.exit` would swallow a long message. */
const send = (report: Report) =>
  new Promise<void>((resolve) => {
    process.send?.(report, () => resolve())
  })
