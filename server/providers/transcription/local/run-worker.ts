import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import type { TranscribeOptions } from '../transcriber.ts'
import type { Report, WorkerTask, WorkerTasks } from './messages.ts'

const program = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** Maximum time without a report; the worker sends two per second. */
const stuckMs = 180_000
/** The worker decodes untrusted files, so it must not inherit secrets. */
const allowedVariables =
  /^(PATH|SystemRoot|TEMP|TMP|TMPDIR|FFMPEG_PATH|FFMPEG_WASM|NODE_COMPILE_CACHE)$/i

/** Runs a task on an untrusted file in its own process, which exits after the result or an abort. */
export function runWorker<W extends WorkerTask>(
  work: W,
  job: WorkerTasks[W]['job'],
  { onProgress, signal }: Pick<TranscribeOptions, 'onProgress' | 'signal'>,
): Promise<WorkerTasks[W]['result']> {
  const child = fork(program, [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: workerEnvironment('threads' in job ? job.threads : 1),
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000)
  })
  const { promise, resolve, reject } = Promise.withResolvers<WorkerTasks[W]['result']>()
  const stopped = (how: string) =>
    reject(
      new Unavailable(`The speech engine stopped unexpectedly (${how}).`, { cause: errors.trim() }),
    )
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  const watch = setTimeout(() => stopped('it got stuck'), stuckMs)

  let progress = 0
  child.on('message', (report: Report) => {
    watch.refresh()
    if (report.type === 'progress') {
      progress = Math.max(progress, report.progress)
      if (!signal.aborted) onProgress(progress, null)
    } else if (report.type === 'done') resolve(report.result as WorkerTasks[W]['result'])
    else if (report.type === 'rejected') reject(new Rejected(report.reason, report.message))
    else reject(new Unavailable(report.message))
  })
  child.once('error', (error) => stopped(error.message))
  child.once('exit', (code, killedBy) => stopped(killedBy ?? `code ${code}`))
  child.send({ work, ...job }, (error) => error && stopped(error.message))

  return promise.finally(() => {
    clearTimeout(watch)
    signal.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  })
}

const workerEnvironment = (threads: number) => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => allowedVariables.test(name)),
  ),
  // For the two engines and Node itself.
  UV_THREADPOOL_SIZE: String(2 * threads + 2),
})
