import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { EmbeddedServer } from '../db/embedded/embedded.ts'
import { watchEmbedded } from '../db/embedded/embedded-watch.ts'
import { migrate } from '../db/migrate.ts'
import type { OnStop } from './run.ts'

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Name of this process's connections, which PostgreSQL still lists for a moment after they were closed. */
const ownName = `maylab ${process.pid}`
const stoppingName = 'maylab, leaving'
/** How long to wait for other processes that stop at the same time. */
const stoppingMs = 1_000

/** Creates the data folder. Throws when it is not writable. */
export function createDataFolder({ dataDir }: Settings) {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** The database of DATABASE_URL, or the embedded one, which is started if needed and restarted when it ends. */
export async function openDatabase(
  settings: Settings,
  onError: (error: Error) => void = () => undefined,
) {
  if (settings.databaseUrl) return { url: settings.databaseUrl, close: async () => {} }
  createDataFolder(settings)
  // PGSSLMODE, PGOPTIONS and the like are meant for another server.
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name]
  const watched = await watchEmbedded(path.join(settings.dataDir, 'database'), onError)
  await createDatabase(watched)
  const url = `${watched.urlOf('app')}&application_name=${encodeURIComponent(ownName)}`
  return { url, close: async () => stopUnlessUsed(await watched.stopWatching()) }
}

/** Opens and migrates the database, which `onStop` closes. Returns its connection string. */
export async function startDatabase(config: Settings, log: Logger, onStop: OnStop) {
  const opening = openDatabase(config, (error) =>
    log.error({ err: error }, 'database does not start'),
  )
  // Stopping during the start waits for the start; what makes it fail is thrown below.
  onStop(async () => (await opening.catch(() => undefined))?.close())
  const { url } = await opening
  await migrate(url)
  return url
}

type Addressed = Pick<EmbeddedServer, 'urlOf'>

async function createDatabase(server: Addressed) {
  await queryServer(server, async (client) => {
    const { rowCount } = await client.query(`select from pg_database where datname = 'app'`)
    if (rowCount) return
    await client.query('create database app').catch((error: pg.DatabaseError) => {
      // Another process created it (42P04), or is creating it (23505).
      if (error.code !== '42P04' && error.code !== '23505') throw error
    })
  })
}

/** Processes may share an embedded server (app, worker, create-admin): the last one stops it. */
async function stopUnlessUsed(server: EmbeddedServer) {
  const isUsed = await queryServer(server, async (client) => {
    await client.query(`set application_name = '${stoppingName}'`)
    for (const end = Date.now() + stoppingMs; ; await sleep(20)) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity
         where backend_type = 'client backend' and application_name not in ($1, $2)`,
        [ownName, stoppingName],
      )
      if (!rowCount || Date.now() > end) return Boolean(rowCount)
    }
    // One that does not answer serves nobody.
  }).catch(() => false)
  if (!isUsed) await server.stop()
}

async function queryServer<T>(server: Addressed, ask: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') })
  // Another process may stop the server; then the query fails.
  client.on('error', () => {})
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
