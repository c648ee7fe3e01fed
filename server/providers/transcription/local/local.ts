import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Rejected, Unavailable } from '../../../work/failures.ts'
import type { TranscribeOptions, Transcriber, Transcript } from '../transcriber.ts'
import type { Job, Report } from './messages.ts'
import { waitForModels } from './models.ts'

const program = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** The worker process reports twice a second; one that is silent this long has got stuck. */
const silenceMs = 180_000
/** All that the worker process needs of ours: a decoder of strangers' files gets no secrets. */
const passedOn = /^(PATH|SystemRoot|TEMP|TMP|TMPDIR|FFMPEG_PATH|FFMPEG_WASM)$/i

/**
 * Speech to text on this machine: English, by libvosk with the models in `modelsDir`, and the speakers told apart by
 * their voices. One process for each recording. Waits while the models are being fetched (`ensureModels`).
 */
export function localTranscriber({
  modelsDir,
  threads = Math.max(1, availableParallelism() - 1),
}: {
  modelsDir: string
  /** Of recognition; one more decodes and listens to the voices. */
  threads?: number
}) {
  return {
    // It takes every core there is.
    atOnce: 1,
    async begin(
      path: string,
      { voices, onProgress, signal }: Omit<TranscribeOptions, 'reference'>,
    ) {
      signal.throwIfAborted()
      await waitForModels(modelsDir, { onWait: (note) => onProgress(0, note), signal })
      const job = { path, modelsDir, voices, threads }
      return { transcript: await runWorker(job, { onProgress, signal }) }
    },
  } satisfies Transcriber
}

function runWorker(
  job: Job,
  { onProgress, signal }: Pick<TranscribeOptions, 'onProgress' | 'signal'>,
) {
  const child = fork(program, [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: workerEnvironment(job.threads),
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000)
  })
  const { promise, resolve, reject } = Promise.withResolvers<Transcript>()
  const stopped = (how: string) =>
    reject(
      new Unavailable(`The speech engine stopped unexpectedly (${how}).`, { cause: errors.trim() }),
    )
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  const watch = setTimeout(() => stopped('it got stuck'), silenceMs)

  let progress = 0
  child.on('message', (report: Report) => {
    watch.refresh()
    if (report.type === 'progress') {
      progress = Math.max(progress, report.progress)
      if (!signal.aborted) onProgress(progress, null)
    } else if (report.type === 'done') resolve(report.transcript)
    else if (report.type === 'rejected') reject(new Rejected(report.reason, report.message))
    else reject(new Unavailable(report.message))
  })
  child.once('error', (error) => stopped(error.message))
  child.once('exit', (code, killedBy) => stopped(killedBy ?? `code ${code}`))
  child.send(job, (error) => error && stopped(error.message))

  return promise.finally(() => {
    clearTimeout(watch)
    signal.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  })
}

const workerEnvironment = (threads: number) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
  // Node's own work needs a thread beside those of the recogniser.
  UV_THREADPOOL_SIZE: String(threads + 2),
})
