import { createHash } from 'node:crypto'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { instantOf } from './instants.ts'
import { openPool } from './pool.ts'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>

// A row is already JSON: instants leave the driver as ISO strings, counts as numbers.
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, instantOf],
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as ReturnType<
      typeof pg.types.getTypeParser
    >,
}

/** Statement texts that get a name; beyond it they run unnamed, so that the server's memory stays bounded. */
const mostNames = 500

const replan = '/* replan */'
/** Begins a statement whose best plan hangs on its values: how often what is looked for occurs, how many rows are asked for. */
export const replanned = sql.raw(replan)

/**
 * Names each statement by its text: PostgreSQL then parses and plans it once per connection,
 * which halves the time of a small read.
 */
function namer() {
  const names = new Map<string, string>()
  return (text: string) => {
    if (text.trimStart().startsWith(replan)) return undefined
    const known = names.get(text)
    if (known || names.size >= mostNames) return known
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
}

/** Names in statements only: rows come with theirs in camel case already (`rowsOf`). */
class SnakeCaseStatements extends CamelCasePlugin {
  override transformResult: CamelCasePlugin['transformResult'] = async ({ result }) => result
  readonly nameOf = (column: string) => this.camelCase(column)
}

/** Objects out of what was read as arrays: each key is put into camel case once for all rows, and each row made once. */
function rowsOf({ fields, rows }: pg.QueryArrayResult, nameOf: (column: string) => string) {
  const names = fields.map(({ name }) => nameOf(name))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, name] of names.entries()) row[name] = values[index]
    return row
  })
}

/** `onError` hears of connections that break; the pool makes new ones by itself. */
export function openDb(connectionString: string, onError: (error: Error) => void, max = 10) {
  const settings: pg.PoolConfig = {
    connectionString,
    max,
    types,
    idle_in_transaction_session_timeout: 60_000,
    statement_timeout: 60_000,
    // A database of one's own may set otherwise for whoever connects. The pool waits for it.
    onConnect: (client): unknown =>
      client.query(`set datestyle = 'ISO'; set default_transaction_isolation = 'read committed'`),
  }
  const pool = openPool(settings, onError)
  const nameOf = namer()
  const plugin = new SnakeCaseStatements({ maintainNestedObjectKeys: true })
  const wrap = (client: pg.PoolClient) => ({
    query: async (text: string, values: readonly unknown[]) => {
      const name = nameOf(text)
      const result = await client.query({ text, values: [...values], name, rowMode: 'array' })
      const { command, rowCount } = result
      return { command, rowCount, rows: rowsOf(result, plugin.nameOf) }
    },
    release: () => client.release(),
  })
  // One for each connection: Kysely keeps something beside every one that it has seen.
  const wrapped = new WeakMap<pg.PoolClient, ReturnType<typeof wrap>>()
  const connect = async () => {
    const client = await pool.connect()
    const known = wrapped.get(client)
    if (known) return known
    const made = wrap(client)
    wrapped.set(client, made)
    return made
  }
  const named = { connect, end: () => pool.end(), options: pool.options }
  const db: Db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: named as unknown as PostgresPool }),
    plugins: [plugin],
  })
  return { db, pool }
}
