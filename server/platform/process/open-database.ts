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

/** How this process is called where it is connected: PostgreSQL counts a connection for a moment after it was closed. */
const ownName = `maylab ${process.pid}`
const stoppingName = 'maylab, leaving'
/** Milliseconds for others that stop at the same time. */
const stoppingMs = 1_000

/** The folder of everything that is kept; throws where it cannot be written. */
export function createDataFolder({ dataDir }: Settings) {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** The database of DATABASE_URL, or the embedded one: started, or taken over where it still runs, and kept running. */
export async function openDatabase(
  settings: Settings,
  onError: (error: Error) => void = () => undefined,
) {
  if (settings.databaseUrl) return { url: settings.databaseUrl, close: async () => {} }
  createDataFolder(settings)
  // PGSSLMODE, PGOPTIONS and such are meant for another server, and would go to this one.
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name]
  const kept = await watchEmbedded(path.join(settings.dataDir, 'database'), onError)
  await createDatabase(kept)
  const url = `${kept.urlOf('app')}&application_name=${encodeURIComponent(ownName)}`
  return { url, close: async () => stopUnlessUsed(await kept.stopWatching()) }
}

/** Opens the database, migrates it, and closes it at the end. Returns its address. */
export async function startDatabase(config: Settings, log: Logger, onStop: OnStop) {
  const opening = openDatabase(config, (error) =>
    log.error({ err: error }, 'database does not start'),
  )
  // A stop during the start waits for it.
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
      // Another process was faster (42P04: it exists already, 23505: it is being made).
      if (error.code !== '42P04' && error.code !== '23505') throw error
    })
  })
}

/** Several processes may share one embedded server (app, worker, create-admin): the last one out stops it. */
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
  }).catch(() => false)
  if (!isUsed) await server.stop()
}

async function queryServer<T>(server: Addressed, ask: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') })
  // Another process may stop the server meanwhile; what is asked fails then by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
