import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** Copies a data folder that no server is using: initializing a new one takes seconds of CPU time. */
export function copyDataFolder(from: string, to: string) {
  mkdirSync(path.dirname(to), { recursive: true })
  // PostgreSQL requires the same modes and owners.
  execFileSync('cp', ['-a', from, to])
}

/** Turns fsync off: tests do not need to survive a power cut, and syncing takes most of a start and a stop. */
export const spareDisk = (dataDir: string) =>
  appendFileSync(path.join(dataDir, 'database', 'pgdata', 'postgresql.auto.conf'), 'fsync = off\n')
