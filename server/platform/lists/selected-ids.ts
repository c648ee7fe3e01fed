import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../db/db.ts'
import { idIn, type List, type ListEndpoint, type QueryOf } from './list.ts'
import { matchingIds } from './read-list.ts'

/** A selection of rows: by ids, or all rows that match the filters except some. */
type Selection<E extends ListEndpoint> =
  | { ids: readonly string[] }
  | { matching: QueryOf<E>; except?: readonly string[] | undefined }

/** Ids of the selected rows that also match `isMeant`, unordered, at most `most`. */
export async function selectedIds<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  selection: Selection<E>,
  { isMeant, most }: { isMeant: RawBuilder<SqlBool>; most: number },
): Promise<string[]> {
  const id = `${list.table}.id`
  const which =
    'ids' in selection
      ? idIn(id, selection.ids)
      : sql<SqlBool>`${sql.ref(id)} in (${matchingIds(list, selection.matching)})
          and ${sql.ref(id)} <> all(${selection.except ?? []}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(id)} from ${sql.table(list.table)} where ${which} and ${isMeant} limit ${most}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
