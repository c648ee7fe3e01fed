import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openDb } from '../db/db.ts'
import { ensureDefaults } from '../db/defaults.ts'
import type { EmbeddedServer } from '../db/embedded.ts'
import { keepEmbedded } from '../db/embedded-watch.ts'
import { migrate } from '../db/migrate.ts'
import { openAnnouncements } from '../db/notify.ts'
import type { Deps } from '../deps.ts'
import { databaseQueue } from '../db/queue.ts'
import { keysOf } from '../keys.ts'
import { catalogueOf } from '../providers/catalogue.ts'
import { openProviders } from '../providers/registry.ts'
import { renewSecrets } from '../providers/secrets.ts'
import { masterKeysOf } from './secret-key.ts'

/** Builds what the outside world gives us, with the database migrated. `close` undoes it in the right order. */
export async function connect(config: Config, log: Logger, onNote: (note: string) => void) {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 })
  accessSync(config.dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  const keys = keysOf(masterKeysOf(config))
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  try {
    const { url, close: leaveDatabase } = await openDatabase(config, onNote, (error) =>
      log.error({ err: error }, 'database does not start'),
    )
    closing.push(leaveDatabase)
    await migrate(url)
    await runMigrations({ connectionString: url })
    const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
    const { db } = openDb(url, onError)
    closing.push(() => db.destroy())
    await ensureDefaults(db)
    const unreadable = await renewSecrets({ db, keys })
    if (unreadable.length) log.warn({ integrations: unreadable }, 'secrets cannot be read')
    const announcements = await openAnnouncements(url, onError)
    closing.push(() => announcements.close())
    const deps: Deps = {
      config,
      keys,
      db,
      announcements,
      queue: databaseQueue,
      providers: openProviders({ db, announcements, keys }, catalogueOf(config)),
    }
    return { deps, databaseUrl: url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The database of DATABASE_URL, or the embedded one: started, or taken over where it still runs, and kept running. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onNote: (note: string) => void = () => {},
  onError: (error: Error) => void = () => {},
) {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const kept = await keepEmbedded(path.join(dataDir, 'database'), onNote, onError)
  await createDatabase(kept)
  return { url: kept.urlOf('app'), close: async () => stopUnlessUsed(await kept.leave()) }
}

type Addressed = Pick<EmbeddedServer, 'urlOf'>

async function createDatabase(server: Addressed) {
  await asked(server, async (client) => {
    const { rowCount } = await client.query(`select from pg_database where datname = 'app'`)
    if (rowCount) return
    await client.query('create database app').catch((error: pg.DatabaseError) => {
      // Another process was faster (42P04: it exists already, 23505: it is being made).
      if (error.code !== '42P04' && error.code !== '23505') throw error
    })
  })
}

/** Several processes may share one embedded server (app, worker, create-admin): the last one out stops it. */
async function stopUnlessUsed(server: EmbeddedServer) {
  const others = await asked(server, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return Number(rows[0]?.count)
  }).catch(() => 0)
  if (!others) await server.stop()
}

async function asked<T>(server: Addressed, ask: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
