import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'
import { isAlive } from '../platform/db/embedded/embedded-processes.ts'

const inMemory = '/dev/shm'
const room = 2 * 1024 ** 3
const named = 'maylab-tests-'

/**
 * Where all lies that tests need only for a moment: PostgreSQL makes and removes a thousand files for each test file. In
 * memory where it has room for them, as on most Linux (some 300 MB at most), in a folder of this process; undefined
 * elsewhere. What processes left that were killed goes with the next.
 */
export function temporaryFolder() {
  if (!existsSync(inMemory)) return undefined
  for (const name of readdirSync(inMemory))
    if (name.startsWith(named) && !isAlive(Number(name.slice(named.length))))
      rmSync(path.join(inMemory, name), { recursive: true, force: true })
  const { bavail, bsize } = statfsSync(inMemory)
  if (bavail * bsize < room || freemem() < 2 * room) return undefined
  const folder = path.join(inMemory, named + process.pid)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
