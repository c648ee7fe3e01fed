import { closeSync, openSync, statSync, utimesSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Age at which a lock without heartbeat is stale. */
const staleMs = 20_000
const heartbeatMs = 4000
const pollMs = 500

/**
 * A lock between processes by a file with a heartbeat. Returns the function to release it. In a rare race two processes
 * may hold it, so it must only guard against duplicate work.
 */
export async function acquireFileLock(
  lock: string,
  { onWait, signal }: { onWait?: () => void; signal?: AbortSignal } = {},
) {
  while (!tryAcquire(lock)) {
    if (isFileLocked(lock)) {
      onWait?.()
      await sleep(pollMs, undefined, { signal })
    } else await removeStale(lock)
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(lock, now, now)
    } catch {
      // Another process replaced the stale lock.
    }
  }, heartbeatMs)
  return async () => {
    clearInterval(heartbeat)
    await rm(lock, { force: true })
  }
}

export function isFileLocked(lock: string) {
  const changed = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  return changed !== undefined && Date.now() - changed < staleMs
}

function tryAcquire(lock: string) {
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Renames first: only one process succeeds, and for the others there is nothing left to do. */
async function removeStale(lock: string) {
  const aside = `${lock}-${process.pid}`
  await rename(lock, aside).catch(() => {})
  await rm(aside, { force: true })
}
