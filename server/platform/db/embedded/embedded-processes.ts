import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import net from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// Who works in a data folder of PostgreSQL, and who may start there.

export function readPostmasterPid(dataDir: string) {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Math.abs(Number(lines[0])), status: lines[7]?.trim() }
  } catch {
    return undefined
  }
}

/** Processes that work inside the folder: PostgreSQL's have it as their working directory; a zombie has none. */
export function processesIn(dataDir: string): number[] {
  if (process.platform !== 'linux') {
    const pid = readPostmasterPid(dataDir)?.pid
    return pid && isAlive(pid) ? [pid] : []
  }
  if (!existsSync(dataDir)) return []
  const real = realpathSync(dataDir)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === real
      } catch {
        return false
      }
    })
    .map(Number)
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Somebody else's may be asked for, and not be spoken to.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

export const canConnect = (socket: string) =>
  new Promise<boolean>((resolve) => {
    const attempt = net.connect(socket)
    attempt.once('connect', () => {
      attempt.destroy()
      resolve(true)
    })
    attempt.once('error', () => resolve(false))
  })

/** One starter at a time, across processes. On Linux the kernel lets go of it even after kill -9. */
export async function acquireStartLock(name: string): Promise<() => Promise<void>> {
  // A socket's address has room for 107 bytes, a folder's path may be longer.
  const short = createHash('sha256').update(name).digest('hex').slice(0, 32)
  const address =
    process.platform === 'linux'
      ? `\0maylab-${short}`
      : path.join(homedir(), `.maylab-${short}.sock`)
  for (let attempt = 0; attempt < 3000; attempt++) {
    const holder = net.createServer()
    const isHeld = await new Promise<boolean>((resolve) => {
      holder.once('error', () => resolve(false))
      holder.listen(address, () => resolve(true))
    })
    if (isHeld) return () => new Promise<void>((resolve) => holder.close(() => resolve()))
    if (process.platform !== 'linux' && !(await canConnect(address)))
      rmSync(address, { force: true })
    await sleep(20)
  }
  throw new Error('Another process has been starting the database for a minute. Is one hanging?')
}
