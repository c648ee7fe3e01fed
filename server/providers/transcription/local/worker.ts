// The worker process of run-worker.ts: a crash of native code does not end the server.
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { analyzeRecording } from './sound/analyze-recording.ts'
import type { Job, Report } from './messages.ts'
import { transcribe } from './transcribe.ts'

/** Below the web server. */
const priority = 10
/** Also a heartbeat. */
const reportMs = 600

// The process is killed after its result, so the compile cache is saved now.
flushCompileCache()

try {
  // Never above its parent.
  os.setPriority(Math.max(os.getPriority(), priority))
} catch {
  // Not allowed on some systems.
}
// The server is gone. Threads of the engine would delay an ordinary exit.
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

/** Unexpected errors end this process, with the reason on stderr. */
function toReport(error: unknown): Report {
  if (error instanceof Rejected)
    return { type: 'rejected', reason: error.reason, message: error.message }
  if (error instanceof Unavailable) return { type: 'unavailable', message: error.message }
  throw error
}

/** `process.exit` would lose a long message. */
const send = (report: Report) =>
  new Promise<void>((resolve) => {
    process.send?.(report, () => resolve())
  })
