import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** Of a data folder that no server is using: making one takes seconds of processor time, and this hardly any. */
export function copyDataFolder(from: string, to: string) {
  mkdirSync(path.dirname(to), { recursive: true })
  // With the modes and owners of the folders, on which PostgreSQL insists.
  execFileSync('cp', ['-a', from, to])
}

/** No test turns the machine off: to wait for its disk takes longer than the rest of a start and a stop. */
export const spareDisk = (dataDir: string) =>
  appendFileSync(path.join(dataDir, 'database', 'pgdata', 'postgresql.auto.conf'), 'fsync = off\n')
