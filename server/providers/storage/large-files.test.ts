import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { googleTokenService } from '../../test/services/google-token.ts'
import { swallowingService } from '../../test/services/swallowing.ts'
import { fileHash } from './on-disk.ts'

const mebi = 1024 * 1024
const bytes = 100 * mebi
/** What a hundred megabytes may take on their way: some pieces of a file and of a socket. */
const most = 48 * mebi

/** Milliseconds: a busy machine hashes slowly. */
const patienceMs = 300_000

const run = promisify(execFile)
const program = path.join(import.meta.dirname, '../../test/storing-process.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-large-'))
const database = await cloneDatabase(inject('database'))
const service = await swallowingService()
const tokens = await googleTokenService()
afterAll(async () => {
  await Promise.all([service.close(), tokens.close(), database.drop()])
  rmSync(folder, { recursive: true, force: true })
})
const file = path.join(folder, 'film')
const opened = openSync(file, 'w')
for (let at = 0; at < bytes; at += mebi) writeSync(opened, Buffer.alloc(mebi, at / mebi))
closeSync(opened)
const ours = (await fileHash('sha256', file)).toString('hex')
const keyFile = tokens.writeKeyFile(folder)
service.content = { file, bytes }

// In a process of its own: what others have in memory would have to be looked through at each look.
test.each(['bunny', 'aws_s3', 'google_cloud'])(
  'a film of 100 MB goes to %s and comes back without being held in memory',
  { timeout: patienceMs },
  async (storage) => {
    service.swallowed = createHash('sha256')
    const { stdout } = await run(
      process.execPath,
      ['--expose-gc', program, storage, database.url, service.origin, folder, file, keyFile],
      { timeout: patienceMs },
    )
    const told = JSON.parse(stdout) as { hash: string; most: number }
    expect(service.swallowed.digest('hex')).toBe(ours)
    expect(told.hash).toBe(ours)
    expect(told.most).toBeLessThan(most)
  },
)
