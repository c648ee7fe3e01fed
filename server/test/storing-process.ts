import path from 'node:path'
import { openDb } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import { awsS3 } from '../providers/storage/aws-s3.ts'
import { bunny } from '../providers/storage/bunny.ts'
import { fileHash } from '../providers/storage/on-disk.ts'
import { googleCloud } from '../providers/storage/google-cloud.ts'

// Stores a file and borrows it back, in a process whose memory nothing else fills:
// `node --expose-gc storing-process.ts <storage> <database> <address of the storage> <folder> <file> <key file>`.
// Says the hash of what came back, and how many bytes buffers held at most beyond what they held before.
const [provider = '', databaseUrl = '', origin = '', folder = '', file = '', keyFilePath = ''] =
  process.argv.slice(2)
const { db } = openDb(databaseUrl, (error) => console.error(error), 3)
const integrationId = newId()
await db
  .insertInto('integration')
  .values({ id: integrationId, type: 'video_storage', provider })
  .execute()
const outboundClient = createOutboundClient(
  { db, addresses: { [provider]: origin }, onError: (error) => console.error(error) },
  { integrationId, provider, label: provider, secrets: [] },
)
const shared = { outboundClient, downloadsDir: path.join(folder, 'borrowed') }
const open = {
  bunny: () =>
    bunny({
      ...shared,
      settings: { accessKey: 'a', storageZoneName: 'b', region: 'de', storagePath: '' },
    }),
  aws_s3: () =>
    awsS3({
      ...shared,
      settings: {
        ...{ accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-north-1' },
        ...{ bucketName: 'bucket', endpoint: '' },
      },
    }),
  google_cloud: () =>
    googleCloud({ ...shared, keyDir: folder, settings: { keyFilePath, bucketName: 'bucket' } }),
}[provider]
if (!open || !gc) throw new Error('It needs a storage, and --expose-gc.')
const storage = open()

/** Of which nothing is waste that only waits to be collected. */
function held() {
  // What the first finds is given back by the second.
  gc?.()
  gc?.()
  return process.memoryUsage().arrayBuffers
}
const before = held()
let most = 0
const looks = setInterval(() => (most = Math.max(most, held() - before)), 200)
await storage.put('film', file, 'video/mp4')
const hash = await storage.withLocalFile('film', (lent) => fileHash('sha256', lent))
clearInterval(looks)
console.log(JSON.stringify({ hash: hash.toString('hex'), most }))
await db.destroy()
