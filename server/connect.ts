import type { Logger } from 'pino'
import type { Config } from './platform/config/config.ts'
import { openDb } from './platform/db/db.ts'
import { ensureDefaults } from './platform/db/defaults.ts'
import { openAnnouncements } from './platform/db/notify.ts'
import type { Deps } from './deps.ts'
import { jobs } from './jobs.ts'
import { migrateQueues, openSender } from './platform/jobs/boss.ts'
import { createQueue } from './platform/jobs/queue.ts'
import { openInstallation } from './features/settings/installation/installation.ts'
import { deriveKeys } from './platform/keys/keys.ts'
import { createWebhookClients } from './features/webhooks/webhooks.queries.ts'
import { createCatalogue } from './providers/catalogue/catalogue.ts'
import { createProviders } from './providers/registry.ts'
import { reencryptSecrets } from './providers/secrets.ts'
import { createDataFolder } from './platform/process/open-database.ts'
import { readMasterKeys } from './platform/process/secret-key.ts'

/** Creates the dependencies of the application on a migrated database. `close` closes them in reverse order. */
export async function connect(config: Config, log: Logger, databaseUrl: string) {
  createDataFolder(config)
  const keys = deriveKeys(readMasterKeys(config))
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  try {
    const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
    const { db } = openDb(config.databasePoolerUrl ?? databaseUrl, onError)
    closing.push(() => db.destroy())
    await migrateQueues(databaseUrl, onError)
    const boss = await openSender(db, onError)
    closing.push(() => boss.stop({ graceful: false }))
    await ensureDefaults(db)
    const unreadable = await reencryptSecrets({ db, keys })
    if (unreadable.length) log.warn({ rows: unreadable }, 'secrets cannot be read')
    const announcements = await openAnnouncements(databaseUrl, onError)
    closing.push(() => announcements.close())
    const { installation, close: forget } = await openInstallation({ db, announcements }, config, {
      onError,
    })
    closing.push(forget)
    const deps: Deps = {
      config,
      installation,
      environment: config,
      keys,
      db,
      databaseUrl,
      announcements,
      queue: createQueue(boss, jobs),
      providers: createProviders(
        { db, announcements, keys, onError, addresses: config.baseAddresses },
        createCatalogue(config),
      ),
      webhookClients: createWebhookClients({ db, onError }),
    }
    return { deps, close }
  } catch (error) {
    await close()
    throw error
  }
}
