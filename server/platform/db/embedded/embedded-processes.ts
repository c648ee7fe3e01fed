import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import net from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export function readPostmasterPid(dataDir: string) {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Math.abs(Number(lines[0])), status: lines[7]?.trim() }
  } catch {
    return undefined
  }
}

/** Ids of the processes with this working directory, which is how PostgreSQL's are found. Excludes zombies. */
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
    // EPERM: it exists, but belongs to another user.
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

/** A lock across processes for starting the server. On Linux the kernel releases it even after kill -9. */
export async function acquireStartLock(name: string): Promise<() => Promise<void>> {
  // A socket address has at most 107 bytes.
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
