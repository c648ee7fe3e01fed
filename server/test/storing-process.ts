import path from 'node:path'
import { openDb } from '../platform/db/db.ts'
import { openAnnouncements } from '../platform/db/notify.ts'
import { newId } from '../platform/ids.ts'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import { awsS3 } from '../providers/storage/aws-s3.ts'
import { bunny } from '../providers/storage/bunny.ts'
import { fileHash } from '../providers/storage/on-disk.ts'
import { googleCloud } from '../providers/storage/google-cloud.ts'
import { makeClient, makeRow, makeSession } from './make.ts'

// Stores a file and reads it back, in a process that does nothing else:
// `node --expose-gc storing-process.ts <storage> <database> <origin of the storage> <folder> <file> <key file>`.
// Prints the hash of the file read and the peak growth of buffer memory in bytes.
const [provider = '', databaseUrl = '', origin = '', folder = '', file = '', keyFilePath = ''] =
  process.argv.slice(2)
const onError = (error: Error) => console.error(error)
const { db } = openDb(databaseUrl, onError, 3)
const announcements = await openAnnouncements(databaseUrl, onError)
const integrationId = newId()
await db
  .insertInto('integration')
  .values({ id: integrationId, type: 'video_storage', provider })
  .execute()
const outboundClient = createOutboundClient(
  { db, announcements, addresses: { [provider]: origin }, onError },
  { integrationId, type: 'video_storage', provider, label: provider, secrets: [] },
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

/** Bytes in buffers, without garbage. */
function held() {
  // The second run frees what the finalizers of the first released.
  gc?.()
  gc?.()
  return process.memoryUsage().arrayBuffers
}
const before = held()
let most = 0
const timer = setInterval(() => (most = Math.max(most, held() - before)), 200)
const clientId = await makeClient(db)
const sessionDefinitionId = await makeRow(db, 'sessionDefinition', {
  ...{ name: integrationId, displayOrder: 9 },
})
const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
await storage.put('film', file, 'video/mp4', { sessionId })
const hash = await storage.withLocalFile('film', (lent) => fileHash('sha256', lent))
clearInterval(timer)
console.log(JSON.stringify({ hash: hash.toString('hex'), most }))
await announcements.close()
await db.destroy()
