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
/** Maximum memory for buffers while 100 MB are transferred. */
const maxMemory = 48 * mebi

/** Milliseconds: hashing is slow on a busy machine. */
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

// In a separate process: memory of other tests would affect the measurement.
test.each(['bunny', 'aws_s3', 'google_cloud'])(
  'streams a video of 100 MB to %s and back',
  { timeout: patienceMs },
  async (storage) => {
    service.swallowed = createHash('sha256')
    const { stdout } = await run(
      process.execPath,
      ['--expose-gc', program, storage, database.url, service.origin, folder, file, keyFile],
      { timeout: patienceMs },
    )
    const result = JSON.parse(stdout) as { hash: string; most: number }
    expect(service.swallowed.digest('hex')).toBe(ours)
    expect(result.hash).toBe(ours)
    expect(result.most).toBeLessThan(maxMemory)
  },
)
