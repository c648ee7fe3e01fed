import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { googleTokenService } from '../../test/services/google-token.ts'
import { swallowingService } from '../../test/services/swallowing.ts'
import { testDoors } from '../../test/test-door.ts'
import { awsS3 } from './aws-s3.ts'
import { bunny } from './bunny.ts'
import { fileHash } from './file-hash.ts'
import { googleCloud } from './google-cloud.ts'

const mebi = 1024 * 1024
const bytes = 100 * mebi
/** What a hundred megabytes may take on their way: some pieces of a file and of a socket. */
const most = 48 * mebi

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Milliseconds: a busy machine hashes slowly. */
const patienceMs = 300_000

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-large-'))
const { doorTo } = await testDoors()
const service = await swallowingService()
const tokens = await googleTokenService()
afterAll(async () => {
  await Promise.all([service.close(), tokens.close()])
  rmSync(folder, { recursive: true, force: true })
})
const file = path.join(folder, 'film')
const opened = openSync(file, 'w')
for (let at = 0; at < bytes; at += mebi) writeSync(opened, Buffer.alloc(mebi, at / mebi))
closeSync(opened)
const ours = (await fileHash('sha256', file)).toString('hex')

const { origin } = service
const addresses = { bunny: origin, aws_s3: origin, google_cloud: origin }
const keys = { accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-north-1' }
const keyFilePath = tokens.writeKeyFile(folder)
const shared = { borrowed: path.join(folder, 'borrowed') }
const doorOf = (provider: string) =>
  doorTo({ type: 'video_storage', provider, label: provider, addresses })

test.each([
  [
    'bunny',
    async () =>
      bunny({
        ...{ ...shared, door: await doorOf('bunny') },
        settings: { accessKey: 'a', storageZoneName: 'b', region: 'de', storagePath: '' },
      }),
  ],
  [
    'aws_s3',
    async () =>
      awsS3({
        ...{ ...shared, door: await doorOf('aws_s3') },
        settings: { ...keys, bucketName: 'bucket', endpoint: '' },
      }),
  ],
  [
    'google_cloud',
    async () =>
      googleCloud({
        ...{ ...shared, door: await doorOf('google_cloud'), keyDir: folder },
        settings: { keyFilePath, bucketName: 'bucket' },
      }),
  ],
])(
  'a film of 100 MB goes to %s and comes back without being held in memory',
  { timeout: patienceMs },
  async (_, open) => {
    const storage = await open()
    service.swallowed = createHash('sha256')
    const meter = measured()
    await storage.put('film', file, 'video/mp4')
    expect(service.swallowed.digest('hex')).toBe(ours)
    service.content = { file, bytes }
    const theirs = await storage.withLocalFile('film', (lent) => fileHash('sha256', lent))
    expect(theirs.toString('hex')).toBe(ours)
    expect(meter.end()).toBeLessThan(most)
  },
)

/** Bytes that buffers held at most beyond what they held before, of which nothing is waste that only waits to be collected. */
function measured() {
  const held = () => {
    // What the first finds is given back by the second.
    collect()
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = held()
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, held() - before)), 500)
  return {
    end() {
      clearInterval(timer)
      return peak
    },
  }
}
