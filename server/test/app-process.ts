import { randomBytes } from 'node:crypto'
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
import { deriveKeys } from '../platform/keys/keys.ts'
import { createWebhookClients } from '../features/webhooks/webhooks.queries.ts'
import { createCatalogue } from '../providers/catalogue/catalogue.ts'
import { createProviders } from '../providers/registry.ts'
import { localDisk } from '../providers/storage/local-disk.ts'
import { fakeTranscriber } from './fake-transcriber.ts'
import { testConfig, testSurroundings } from './test-config.ts'
import { withAdapters } from './with-adapters.ts'

// A server process for tests to kill and for benchmarks to measure:
// `node app-process.ts <database> <data folder> [<milliseconds that storing and transcribing a file take>] [<origin of S3>]`.
// With S3 the storage is the active one of the database.
// Sends its address, and in reply to any message its memory in bytes and CPU time in microseconds.
const [databaseUrl = '', dataDir = '', workMs = '0', s3 = ''] = process.argv.slice(2)
const report = (error: Error) => console.error(error)
const { db } = openDb(databaseUrl, report, 5)
const disk = localDisk(path.join(dataDir, 'recordings'))
const announcements = await openAnnouncements(databaseUrl, report)
const { installation } = await openInstallation({ db, announcements }, testSurroundings, {
  onError: report,
})
const keys = deriveKeys([randomBytes(32)])
const folders = { dataDir, modelsDir: path.join(dataDir, 'models'), keyDir: dataDir }
const built: Deps = {
  config: testConfig(dataDir),
  installation,
  environment: testSurroundings,
  keys,
  db,
  databaseUrl,
  announcements,
  queue: createQueue(await openSender(db, report), jobs),
  providers: createProviders(
    { db, announcements, keys, addresses: { ...(s3 && { aws_s3: s3 }) } },
    createCatalogue(folders),
  ),
  webhookClients: createWebhookClients({ db, onError: report }),
}
const transcriber = fakeTranscriber()
const deps = withAdapters(built, {
  ...(!s3 && {
    video_storage: {
      ...disk,
      async put(...file) {
        await disk.put(...file)
        await sleep(Number(workMs))
      },
    },
  }),
  transcription: {
    ...transcriber,
    async begin(...file) {
      await sleep(Number(workMs))
      return transcriber.begin(...file)
    },
  },
})
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
