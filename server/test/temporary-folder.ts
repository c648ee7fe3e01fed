import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'
import { isAlive } from '../platform/db/embedded/embedded-processes.ts'

const memoryFolder = '/dev/shm'
const minFreeBytes = 2 * 1024 ** 3
const prefix = 'maylab-tests-'

/**
 * A temporary folder in memory for this process, because PostgreSQL creates and removes a thousand files per test file.
 * Uses some 300 MB at most; undefined if there is no room, or outside Linux. Also removes the folders of processes that
 * were killed.
 */
export function temporaryFolder() {
  if (!existsSync(memoryFolder)) return undefined
  for (const name of readdirSync(memoryFolder))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(path.join(memoryFolder, name), { recursive: true, force: true })
  const { bavail, bsize } = statfsSync(memoryFolder)
  if (bavail * bsize < minFreeBytes || freemem() < 2 * minFreeBytes) return undefined
  const folder = path.join(memoryFolder, prefix + process.pid)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
