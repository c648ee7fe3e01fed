import { execFile, spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import type { Readable } from 'node:stream'
import { limitConcurrency } from '../jobs/limit-concurrency.ts'

const mebi = 1024 * 1024
/** About twice what probing four hours of video needs. */
const memoryBytes = 384 * mebi
/** Below the memory limit, as V8 needs more than its heap. The data limit is higher: V8 reserves more than it uses. */
const heapMebi = 256
const nodeDataBytes = 1536 * mebi
const wasmPageBytes = 64 * 1024
/** Interval of the memory checks. */
const watchMs = 100
/** The wall-clock limit is this many times the CPU limit, as the machine may be busy. */
const wallClockFactor = 10
/** For runs without a limit of their own, in case the server dies and cannot stop them. */
const maxCpuSeconds = 3600
/** Niceness: below the web server, but not idle, as users wait for the result. */
const priority = 5
const maxErrorText = 4000

/**
 * FFmpeg as WebAssembly copies 32 MB at each start. Huge pages, where the machine has them (glibc), make it about an
 * eighth faster.
 */
const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }

/** The environment variables that such a program gets. */
const allowedVariables = /^(?:PATH|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|SystemRoot|TEMP|TMP|TMPDIR)$/i

type Program =
  /** A script of ours, run by Node with these additional flags; it may only read files. */
  | { script: string; args: readonly string[]; flags?: readonly string[] }
  /** An installed program. */
  | { command: string; args: readonly string[] }

type Limits = {
  /** Kills the program at once. */
  signal?: AbortSignal | undefined
  /** CPU time after which the program is killed. */
  cpuSeconds?: number | undefined
}

export type Run = {
  /** Must be read to its end or destroyed: the program blocks while nobody reads it. */
  stdout: Readable
  /** Never rejects. `code` is null when the program was killed or could not be started (see `isStarted`). */
  done: Promise<{ code: number | null; stderr: string; isStarted: boolean }>
}

/**
 * Runs a program on an untrusted file: at most 384 MB of memory, no secrets in its environment, low priority. The limit
 * is enforced by `prlimit` and V8 where available, and everywhere by checking the memory ten times a second. Everything
 * that reads an upload is started here.
 */
export function runConfined(program: Program, { signal, cpuSeconds }: Limits = {}): Run {
  const [command = '', ...args] = withLimits(
    'script' in program ? nodeCommand(program) : [program.command, ...program.args],
    'script' in program ? nodeDataBytes : memoryBytes,
    cpuSeconds,
  )
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => allowedVariables.test(name)),
      ),
      ...('script' in program && largePages),
    },
    killSignal: 'SIGKILL',
    windowsHide: true,
    ...(signal && { signal }),
    ...(cpuSeconds !== undefined && { timeout: cpuSeconds * wallClockFactor * 1000 }),
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, maxErrorText)
  })
  const stopWatching = watchMemory(child.pid, () => {
    stderr = 'It needed too much memory.'
    child.kill('SIGKILL')
  })
  const done = new Promise<Awaited<Run['done']>>((resolve) => {
    child.on('error', (error) => {
      // An abort is followed by `close`; a failed start is not.
      if (child.pid === undefined) resolve({ code: null, stderr: error.message, isStarted: false })
    })
    child.once('exit', stopWatching)
    child.on('close', (code) => resolve({ code, stderr: stderr.trim(), isStarted: true }))
  })
  return { stdout: child.stdout, done }
}

const nodeCommand = ({ script, args, flags = [] }: Extract<Program, { script: string }>) => [
  process.execPath,
  ...['--permission', '--allow-fs-read=*', `--max-old-space-size=${heapMebi}`],
  `--wasm-max-mem-pages=${memoryBytes / wasmPageBytes}`,
  ...[...flags, script, ...args],
]

function withLimits(command: readonly string[], dataBytes: number, cpuSeconds = maxCpuSeconds) {
  if (!hasPrlimit()) return command
  // Limits data, not address space: threads and libraries reserve much that they never use.
  return [
    'prlimit',
    `--data=${dataBytes}`,
    `--cpu=${Math.ceil(cpuSeconds)}`,
    '--core=0',
    '--',
    ...command,
  ]
}

let canLimit: boolean | undefined
const hasPrlimit = () =>
  (canLimit ??=
    spawnSync('prlimit', [`--data=${memoryBytes}`, '--', 'true'], { stdio: 'ignore' }).status === 0)

/** Calls `onTooMuch` once the process exceeds the memory limit; returns a function that stops. Sets its priority. */
function watchMemory(pid: number | undefined, onTooMuch: () => void) {
  if (pid === undefined) return () => {}
  try {
    os.setPriority(pid, Math.max(os.getPriority(), priority))
  } catch {
    // Not permitted on some systems, or the process has already ended.
  }
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    void readMemory(pid).then((bytes) => {
      isChecking = false
      if (bytes > memoryBytes) onTooMuch()
    })
  }, watchMs)
  return () => clearInterval(timer)
}

/** Resident bytes of a process; 0 where unknown. */
async function readMemory(pid: number) {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  }
  return new Promise<number>((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (_error, text) =>
      resolve((Number(text) || 0) * 1024),
    )
  })
}

/** For programs that read uploads: each may use hundreds of megabytes. */
export const runLimited = limitConcurrency({
  maxConcurrent: 2,
  maxQueued: 100,
  busyMessage: 'Too many uploads are being inspected.',
})
