import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { EmbeddedServer } from '../db/embedded.ts'
import { keepEmbedded } from '../db/embedded-watch.ts'
import { migrate } from '../db/migrate.ts'
import { type OnStop, say } from './run.ts'

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'>

/** The folder of everything that is kept; throws where it cannot be written. */
export function makeDataFolder({ dataDir }: Settings) {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** The database of DATABASE_URL, or the embedded one: started, or taken over where it still runs, and kept running. */
export async function openDatabase(
  settings: Settings,
  onNote: (note: string) => void = () => {},
  onError: (error: Error) => void = () => {},
) {
  if (settings.databaseUrl) return { url: settings.databaseUrl, close: async () => {} }
  makeDataFolder(settings)
  const kept = await keepEmbedded(path.join(settings.dataDir, 'database'), onNote, onError)
  await createDatabase(kept)
  return { url: kept.urlOf('app'), close: async () => stopUnlessUsed(await kept.leave()) }
}

/**
 * Begins to open the database and to bring it to the newest form, and sees to its end. Other things can be done until it
 * is there; what goes wrong is told to whoever waits for its address.
 */
export function beginDatabase(config: Settings, log: Logger, onStop: OnStop): Promise<string> {
  const opening = openDatabase(config, say, (error) =>
    log.error({ err: error }, 'database does not start'),
  )
  onStop(async () => (await opening.catch(() => undefined))?.close())
  const ready = opening.then(async ({ url }) => {
    await migrate(url)
    return url
  })
  // Whoever waits for it may not do so yet.
  ready.catch(() => {})
  return ready
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
