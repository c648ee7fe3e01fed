import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../app.ts'
import { openDb } from '../platform/db/db.ts'
import { openAnnouncements } from '../platform/db/notify.ts'
import type { Deps } from '../deps.ts'
import { jobs, startJobs } from '../jobs.ts'
import { openSender } from '../platform/jobs/boss.ts'
import { createQueue } from '../platform/jobs/queue.ts'
import { openInstallation } from '../features/settings/installation/installation.ts'
import { createWebhookClients } from '../features/webhooks/webhooks.queries.ts'
import { createCatalogue } from '../providers/catalogue/catalogue.ts'
import { createProviders } from '../providers/registry.ts'
import { localDisk } from '../providers/storage/local-disk.ts'
import type { Storage } from '../providers/storage/storage.ts'
import type { Transcriber } from '../providers/transcription/transcriber.ts'
import { fakeTranscriber } from './fake-transcriber.ts'
import { testConfig, testKeys, testSurroundings } from './test-config.ts'

// A server process for tests to kill and for benchmarks to measure:
// `node app-process.ts <database> <data folder> [<milliseconds that storing and transcribing a file take>] [<origin of S3>]
// [<host that webhooks may call>]`. Besides the local disk there is a storage named second_disk.
// Sends its address, and in reply to any message its memory in bytes and CPU time in microseconds.
const [databaseUrl = '', dataDir = '', workMs = '0', s3 = '', webhookHost] = process.argv.slice(2)
const report = (error: Error) => console.error(error)
const { db } = openDb(databaseUrl, report, 5)
const announcements = await openAnnouncements(databaseUrl, report)
const { installation } = await openInstallation({ db, announcements }, testSurroundings, {
  onError: report,
})
const folders = { dataDir, modelsDir: path.join(dataDir, 'models'), keyDir: dataDir }
const known = createCatalogue(folders)
function slowDisk(folder: string): Storage {
  const disk = localDisk(path.join(dataDir, folder))
  return {
    ...disk,
    async put(...file) {
      await disk.put(...file)
      await sleep(Number(workMs))
    },
  }
}
const transcriber = fakeTranscriber()
const slowTranscriber: Transcriber = {
  ...transcriber,
  async begin(...file) {
    await sleep(Number(workMs))
    return transcriber.begin(...file)
  },
}
const catalogue = {
  ...known,
  video_storage: {
    ...known.video_storage,
    local_disk: { fields: {}, open: () => slowDisk('recordings') },
    second_disk: { fields: {}, open: () => slowDisk('second') },
  },
  transcription: { ...known.transcription, local: { fields: {}, open: () => slowTranscriber } },
}
const deps: Deps = {
  config: { ...testConfig(dataDir), allowedLocalHosts: webhookHost ? [webhookHost] : [] },
  installation,
  environment: testSurroundings,
  keys: testKeys,
  db,
  databaseUrl,
  announcements,
  queue: createQueue(await openSender(db, report), jobs),
  providers: createProviders(
    { db, announcements, keys: testKeys, addresses: { ...(s3 && { aws_s3: s3 }) } },
    catalogue,
  ),
  webhookClients: createWebhookClients({ db, onError: report }),
}
const app = await buildApp(deps)
await startJobs(deps, {
  connectionString: databaseUrl,
  onError: report,
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.on('message', () =>
  process.send?.({
    now: process.memoryUsage.rss(),
    peak: process.resourceUsage().maxRSS * 1024,
    ...process.cpuUsage(),
  }),
)
process.on('disconnect', () => process.exit())
process.send?.(address)
