import { readFileSync, readdirSync } from 'node:fs'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)
/** Advisory lock key, so that one process migrates at a time. */
const lockKey = 7_210_001

const migrations = () =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .toSorted()

const applied = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}

/** Names and conversations use every script, which other encodings cannot store. Checks a new database only. */
async function requireUtf8(client: pg.Client) {
  const { rows } = await client.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding where to_regclass('migration') is null`,
  )
  const [encoding] = rows.map((it) => it.encoding)
  if (encoding && encoding !== 'UTF8')
    throw new Error(
      `The database stores text as ${encoding}, which lacks many letters. Create one for it: create database … encoding 'UTF8' template template0`,
    )
}

/**
 * Applies missing migrations in order, each in a transaction, under a lock. Throws when the database is newer than this
 * program. With `only` just these migrations are applied.
 */
export async function migrate(connectionString: string, only?: readonly string[]) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await requireUtf8(client)
    await client.query(
      'create table if not exists migration (name text constraint migration_pk primary key, applied_at timestamptz not null default now())',
    )
    const done = await applied(client)
    const known = migrations()
    const unknown = [...done, ...(only ?? [])].filter((name) => !known.includes(name))
    if (unknown.length)
      throw new Error(
        `The database was written by a newer version (${unknown.join(', ')}). Start that version, or use another database.`,
      )
    for (const name of (only ?? known).filter((it) => !done.includes(it))) {
      await client.query('begin')
      await client.query(readFileSync(new URL(name, folder), 'utf8'))
      await client.query('insert into migration (name) values ($1)', [name])
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}

/** Whether all migrations of this program have been applied. */
export async function isMigrated(query: (text: string) => Promise<{ rows: { name: string }[] }>) {
  const { rows } = await query('select name from migration')
  const done = new Set(rows.map(({ name }) => name))
  return migrations().every((name) => done.has(name))
}
