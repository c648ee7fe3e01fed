import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { openPool } from './pool.ts'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>

// Rows are ready for JSON: timestamps as ISO strings, counts as numbers.
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
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

/** `onError` receives errors of broken connections, which the pool replaces. */
export function openDb(connectionString: string, onError: (error: Error) => void, max = 10) {
  const settings: pg.PoolConfig = {
    connectionString,
    max,
    types,
    idle_in_transaction_session_timeout: 60_000,
    statement_timeout: 60_000,
    // Overrides defaults set on the database or role. The pool awaits the result.
    onConnect: (client): unknown =>
      client.query(`set datestyle = 'ISO'; set default_transaction_isolation = 'read committed'`),
  }
  const pool = openPool(settings, onError)
  const db: Db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, pool }
}
