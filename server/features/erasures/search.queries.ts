import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** Rows with a match in one column. */
export type Match = { what: string; count: number }

/** Ids per regular expression: more would take PostgreSQL long to compile. */
const idsPerPattern = 100
/** For tables with millions of rows. */
const timeout = '30min'

/**
 * Columns of all tables in which one of these texts occurs, in any upper or lower case. Includes the job queue; `except` is the
 * erasure itself.
 */
export async function searchTables(
  db: Db,
  texts: readonly string[],
  except: string,
  signal: AbortSignal,
) {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1, 2`.execute(db)
  const matches: Match[] = []
  for (const pattern of buildPatterns(texts))
    for (const { schema, name } of tables) {
      signal.throwIfAborted()
      matches.push(...(await searchTable(db, `${schema}.${name}`, pattern, except)))
    }
  return { tables: tables.length, matches }
}

const searchTable = (db: Db, table: string, pattern: string, except: string) =>
  inTransaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(tx)
    const { rows } = await sql<{ column: string; count: number }>`
      select part.key as column, count(*)::integer as count
      from ${sql.table(table)} as it, jsonb_each_text(to_jsonb(it)) as part
      where to_jsonb(it)::text ~* ${pattern} and part.value ~* ${pattern} and to_jsonb(it) ->> 'id' is distinct from ${except}
      group by part.key order by part.key`.execute(tx)
    return rows.map(({ column, count }) => ({ what: `${table}.${column}`, count }))
  })

/** Regular expressions that match any of the texts, also as JSON. */
export function buildPatterns(texts: readonly string[]) {
  // `RegExp.escape` writes some characters in a way that PostgreSQL reads differently.
  const escaped = texts.map((text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`),
  )
  return Array.from({ length: Math.ceil(escaped.length / idsPerPattern) }, (_, index) =>
    escaped.slice(index * idsPerPattern, (index + 1) * idsPerPattern).join('|'),
  )
}
