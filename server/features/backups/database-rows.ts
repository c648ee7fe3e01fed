import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Client } from '../../platform/db/pool.ts'
import { newToken } from '../../platform/keys/keys.ts'

// All rows of the database as JSON Lines: independent of the PostgreSQL version and of its command-line tools.

/** Table and its number of rows. */
export type RowCounts = Record<string, number>

/** Rows read or inserted at a time; one may hold a long transcript. */
const batchSize = 100

/** `migration` describes the schema, and the bytes of an unfinished upload are not in a backup, nor is what signs somebody in. */
export const skippedTables = [
  ...['migration', 'upload', 'upload_part'],
  ...['login', 'pending_login', 'password_reset', 'email_change', 'trusted_browser'],
]
/** Links that set a password or confirm an email. */
const skippedRows: Record<string, string> = { message: "where body not like '%#token=%'" }
/** What waits to be done or is being done, to be queued again after a restore. */
const queuedJobs = `(
  select id, name, payload, run_at from pending_job
  union all
  select id, data->>'job', data->'payload', start_after from pgboss.job
  where state < 'completed' and data ? 'job'
)`
const exportedFrom: Record<string, string> = { pending_job: queuedJobs }
/** Links to register are replaced by new ones. */
const exportedRow: Record<string, string> = {
  organization: "to_jsonb(t) - 'invite_token'",
}
const newValues: Record<string, () => object> = {
  organization: () => ({ invite_token: newToken() }),
}
/** Characters; longer than any row that the product writes. */
const maxRowLength = 64_000_000

/** Writes `<table>.jsonl.gz` files into `folder`, as seen by the client's transaction. */
export async function exportRows(client: Client, folder: string): Promise<RowCounts> {
  const counts: RowCounts = {}
  for (const { table } of await listTables(client)) {
    counts[table] = 0
    async function* lines() {
      await client.query(
        `declare backup_rows no scroll cursor for
           select (${exportedRow[table] ?? 'row_to_json(t)'})::text as row
           from ${exportedFrom[table] ?? table} t ${skippedRows[table] ?? ''}`,
      )
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${batchSize} from backup_rows`)
        if (!rows.length) break
        counts[table]! += rows.length
        yield rows.map(({ row }) => `${row}\n`).join('')
      }
      await client.query('close backup_rows')
    }
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(getFile(folder, table), { mode: 0o600 }),
    )
  }
  return counts
}

/**
 * Replaces all rows by the exported ones, in the client's transaction. Foreign keys are dropped and created again, so
 * the order of the tables does not matter and every reference is checked.
 */
export async function importRows(client: Client, folder: string): Promise<RowCounts> {
  const tables = await listTables(client)
  const foreignKeys = await listForeignKeys(client)
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  const counts: RowCounts = {}
  for (const { table } of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const { table } of tables) await client.query(`delete from ${table}`)
  for (const { table, columns } of tables)
    counts[table] = await importTable(client, folder, table, columns)
  for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  return counts
}

async function importTable(client: Client, folder: string, table: string, columns: string) {
  const insert = `insert into ${table} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${table}, $1::json)`
  let count = 0
  let batch: string[] = []
  async function flush() {
    if (batch.length) await client.query(insert, [`[${batch.join(',')}]`])
    count += batch.length
    batch = []
  }
  let length = 0
  const values = newValues[table]
  for await (const line of readLines(getFile(folder, table))) {
    batch.push(values ? JSON.stringify({ ...values(), ...JSON.parse(line) }) : line)
    length += line.length
    if (batch.length < batchSize && length < maxRowLength) continue
    await flush()
    length = 0
  }
  await flush()
  return count
}

/** `node:readline` also ends a line at U+2028, which occurs in pasted text. */
async function* readLines(file: string) {
  const unzipped = createGunzip()
  // Errors end the loop.
  pipe(createReadStream(file), unzipped, () => undefined)
  let parts: string[] = []
  let length = 0
  for await (const chunk of unzipped.setEncoding('utf8')) {
    const [first = '', ...lines] = (chunk as string).split('\n')
    parts.push(first)
    length += first.length
    if (length > maxRowLength) throw new Error(`A row in ${path.basename(file)} is too long.`)
    for (const line of lines) {
      yield parts.join('')
      parts = [line]
      length = line.length
    }
  }
}

export async function exportSequences(client: Client) {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select quote_ident(sequencename) as name, last_value::text as value from pg_sequences where schemaname = 'public'`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function importSequences(client: Client, values: Record<string, string | null>) {
  for (const [name, value] of Object.entries(values))
    if (value !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, value])
}

const getFile = (folder: string, table: string) =>
  path.join(folder, `${table.replaceAll('"', '')}.jsonl.gz`)

/** Quoted table names with the columns that can be written. */
async function listTables(client: Client) {
  const { rows } = await client.query<{ table: string; columns: string }>(
    `select quote_ident(relname) as table,
       (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
       and relname <> all ($1)
     order by relname`,
    [skippedTables],
  )
  return rows
}

async function listForeignKeys(client: Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  return rows
}
