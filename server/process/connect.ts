import { runMigrations } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openDb } from '../db/db.ts'
import { ensureDefaults } from '../db/defaults.ts'
import { openAnnouncements } from '../db/notify.ts'
import type { Deps } from '../deps.ts'
import { databaseQueue } from '../db/queue.ts'
import { openInstallation } from '../installation/installation.ts'
import { keysOf } from '../keys.ts'
import { catalogueOf } from '../providers/catalogue.ts'
import { openProviders } from '../providers/registry.ts'
import { renewSecrets } from '../providers/secrets.ts'
import { makeDataFolder } from './open-database.ts'
import { masterKeysOf } from './secret-key.ts'

/** Builds what the outside world gives us, over a database of the newest form. `close` undoes it in the right order. */
export async function connect(config: Config, log: Logger, databaseUrl: string) {
  makeDataFolder(config)
  const keys = keysOf(masterKeysOf(config))
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  try {
    await runMigrations({ connectionString: databaseUrl })
    const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
    const { db } = openDb(databaseUrl, onError)
    closing.push(() => db.destroy())
    await ensureDefaults(db)
    const unreadable = await renewSecrets({ db, keys })
    if (unreadable.length) log.warn({ integrations: unreadable }, 'secrets cannot be read')
    const announcements = await openAnnouncements(databaseUrl, onError)
    closing.push(() => announcements.close())
    const { installation, close: forget } = await openInstallation({ db, announcements }, config, {
      onError,
    })
    closing.push(forget)
    const deps: Deps = {
      config,
      installation,
      surroundings: config,
      keys,
      db,
      announcements,
      queue: databaseQueue,
      providers: openProviders(
        { db, announcements, keys, onError, addresses: config.baseAddresses },
        catalogueOf(config),
      ),
    }
    return { deps, close }
  } catch (error) {
    await close()
    throw error
  }
}
