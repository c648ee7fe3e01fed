import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '../platform/db/db.ts'
import { openAnnouncements } from '../platform/db/notify.ts'
import { jobs, startJobs } from '../jobs.ts'
import { openSender } from '../platform/jobs/boss.ts'
import { createQueue } from '../platform/jobs/queue.ts'
import { openInstallation } from '../features/settings/installation/installation.ts'
import { deriveKeys } from '../platform/keys/keys.ts'
import { createCatalogue } from '../providers/catalogue/catalogue.ts'
import { outbox } from '../providers/messaging/messenger.ts'
import { createWebhookClients } from '../features/webhooks/webhooks.queries.ts'
import { createProviders } from '../providers/registry.ts'
import { localDisk } from '../providers/storage/local-disk.ts'
import type { Storage } from '../providers/storage/storage.ts'
import type { Transcriber } from '../providers/transcription/transcriber.ts'
import { spoken } from './fake-transcriber.ts'
import { outsideMessenger } from './outside-messenger.ts'
import { outsideTranscriber } from './outside-transcriber.ts'
import { testConfig, testSurroundings } from './test-config.ts'

// A worker process for tests to kill:
// `node jobs-process.ts <database> <data folder> <milliseconds of work> [<address of an outside service>]`.
const [databaseUrl = '', dataDir = '', workMs = '0', service = ''] = process.argv.slice(2)
const report = (error: Error) => console.error(error)
const { db } = openDb(databaseUrl, report, 3)
const announcements = await openAnnouncements(databaseUrl, report)
const { installation } = await openInstallation({ db, announcements }, testSurroundings, {
  onError: report,
})
const keys = deriveKeys([randomBytes(32)])
const slow: Transcriber = {
  maxConcurrent: 1,
  async begin(_path, { onProgress, signal }) {
    for (let part = 1; part <= 10; part++) {
      await sleep(Number(workMs) / 10, undefined, { signal })
      onProgress(part / 10, null)
    }
    return { transcript: spoken }
  },
}
const known = createCatalogue({ dataDir, modelsDir: path.join(dataDir, 'models'), keyDir: dataDir })
const slowDisk = localDisk(path.join(dataDir, 'slow'))
const catalogue = {
  ...known,
  video_storage: {
    ...known.video_storage,
    slow: {
      fields: {},
      open: (): Storage => ({
        ...slowDisk,
        async put(...of) {
          await sleep(Number(workMs))
          await slowDisk.put(...of)
        },
      }),
    },
  },
  transcription: {
    local: { fields: {}, open: () => slow },
    outside: { fields: {}, open: () => outsideTranscriber(service) },
  },
  email_sms: { outbox: { fields: {}, open: () => (service ? outsideMessenger(service) : outbox) } },
}
await startJobs(
  {
    ...{ db, databaseUrl, announcements },
    queue: createQueue(await openSender(db, report), jobs),
    config: testConfig(dataDir),
    keys,
    installation,
    environment: testSurroundings,
    providers: createProviders({ db, announcements, keys }, catalogue),
    webhookClients: createWebhookClients({ db, onError: report }),
  },
  {
    connectionString: databaseUrl,
    onError: report,
  },
)
