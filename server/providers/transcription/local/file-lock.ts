import { closeSync, openSync, statSync, utimesSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A holder that has not been heard of for this long is dead. */
const staleMs = 20_000
const beatMs = 4000
const pollMs = 500

/**
 * Waits until the file `lock` is ours alone, among all processes, and answers the function that gives it up.
 * The holder touches the file while it lives; what a killed one left is taken over. In a rare race two may hold
 * it: good for saving work twice, not for guarding what breaks by it.
 */
export async function acquireFileLock(
  lock: string,
  { onWait, signal }: { onWait?: () => void; signal?: AbortSignal } = {},
) {
  while (!tryTake(lock)) {
    if (isFileLocked(lock)) {
      onWait?.()
      await sleep(pollMs, undefined, { signal })
    } else await removeStale(lock)
  }
  const beat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(lock, now, now)
    } catch {
      // Gone: somebody took us for dead. The work is safe to be done twice.
    }
  }, beatMs)
  return async () => {
    clearInterval(beat)
    await rm(lock, { force: true })
  }
}

export function isFileLocked(lock: string) {
  const changed = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  return changed !== undefined && Date.now() - changed < staleMs
}

function tryTake(lock: string) {
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** By renaming, which only one of several can do. */
async function removeStale(lock: string) {
  const aside = `${lock}-${process.pid}`
  await rename(lock, aside).catch(() => {})
  await rm(aside, { force: true })
}
