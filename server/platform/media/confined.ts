import { execFile, spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import type { Readable } from 'node:stream'

const mebi = 1024 * 1024
/** What looking at four hours of video takes twice over, and less than what a file made to hurt would like. */
const memoryBytes = 384 * mebi
/** V8 keeps more than its heap; the rest is for that. It also reserves what it never uses. */
const heapMebi = 256
const nodeDataBytes = 1536 * mebi
const wasmPageBytes = 64 * 1024
/** Milliseconds between two looks at how much memory a program has. */
const watchMs = 100
/** A busy machine takes longer than the work: by the clock there are so many times the seconds. */
const patience = 10
/** Of work for whatever has no limit of its own, should nobody be left to stop it. */
const maxCpuSeconds = 3600
/** The web server goes first, and whoever uploads still waits for this. */
const priority = 5
const maxErrorText = 4000

/**
 * FFmpeg as WebAssembly is 32 MB that are copied at each start: in large pages, where the machine has them to give (GNU's C
 * library), that is an eighth of its work less.
 */
const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }

/** All that such a program needs of our environment. */
const passedOn = /^(?:PATH|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|SystemRoot|TEMP|TMP|TMPDIR)$/i

type Program =
  /** A file of ours, run by Node with these flags besides, which may read files and nothing else. */
  | { script: string; args: readonly string[]; flags?: readonly string[] }
  /** A program of the machine. */
  | { command: string; args: readonly string[] }

type Limits = {
  /** It is killed at once. */
  signal?: AbortSignal | undefined
  /** Of work, after which it is killed. */
  cpuSeconds?: number | undefined
}

export type Run = {
  /** To be read to its end, or destroyed: the program waits for its reader. */
  stdout: Readable
  /** Never rejects. `code` is null when the program was stopped or, as `isStarted` tells, could not be started. */
  done: Promise<{ code: number | null; stderr: string; isStarted: boolean }>
}

/**
 * Runs a program on a stranger's file: with 384 MB at most, none of our secrets, and after everything else. The
 * machine holds the limit where it can (`prlimit`, V8's own), and everywhere a look at the memory, ten times a second.
 * Everything that reads an upload is started here.
 */
export function runConfined(program: Program, { signal, cpuSeconds }: Limits = {}): Run {
  const [command = '', ...args] = limited(
    'script' in program ? nodeOn(program) : [program.command, ...program.args],
    'script' in program ? nodeDataBytes : memoryBytes,
    cpuSeconds,
  )
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
      ...('script' in program && largePages),
    },
    killSignal: 'SIGKILL',
    windowsHide: true,
    ...(signal && { signal }),
    ...(cpuSeconds !== undefined && { timeout: cpuSeconds * patience * 1000 }),
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, maxErrorText)
  })
  const stopWatching = watch(child.pid, () => {
    stderr = 'It needed too much memory.'
    child.kill('SIGKILL')
  })
  const done = new Promise<Awaited<Run['done']>>((resolve) => {
    child.on('error', (error) => {
      // An abort closes the streams too, and `close` follows; a failed start has no `close`.
      if (child.pid === undefined) resolve({ code: null, stderr: error.message, isStarted: false })
    })
    child.once('exit', stopWatching)
    child.on('close', (code) => resolve({ code, stderr: stderr.trim(), isStarted: true }))
  })
  return { stdout: child.stdout, done }
}

const nodeOn = ({ script, args, flags = [] }: Extract<Program, { script: string }>) => [
  process.execPath,
  ...['--permission', '--allow-fs-read=*', `--max-old-space-size=${heapMebi}`],
  `--wasm-max-mem-pages=${memoryBytes / wasmPageBytes}`,
  ...[...flags, script, ...args],
]

function limited(command: readonly string[], dataBytes: number, cpuSeconds = maxCpuSeconds) {
  if (!hasPrlimit()) return command
  // Data, not address space: threads and libraries reserve much that they never use.
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

/** Calls `onTooMuch` once the process has more memory than it may; answers how to stop. Puts it behind all others. */
function watch(pid: number | undefined, onTooMuch: () => void) {
  if (pid === undefined) return () => {}
  try {
    os.setPriority(pid, Math.max(os.getPriority(), priority))
  } catch {
    // Some systems do not let us, or it has ended already.
  }
  let isLooking = false
  const looks = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void memoryOf(pid).then((bytes) => {
      isLooking = false
      if (bytes > memoryBytes) onTooMuch()
    })
  }, watchMs)
  return () => clearInterval(looks)
}

/** Bytes that a process has in memory; 0 where nobody knows. */
async function memoryOf(pid: number) {
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
