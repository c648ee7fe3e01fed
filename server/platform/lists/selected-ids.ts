import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../db/db.ts'
import { idIn, type List, type ListEndpoint, type QueryOf } from './list.ts'
import { matchingIds } from './read-list.ts'

/** Rows of a list as somebody chose them: by name, or all that match the filters but for some. */
type Chosen<E extends ListEndpoint> =
  | { ids: readonly string[] }
  | { matching: QueryOf<E>; except?: readonly string[] | undefined }

/** Those who are chosen and of whom `isMeant` holds besides, in no order: so many at most. */
export async function selectedIds<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  chosen: Chosen<E>,
  { isMeant, most }: { isMeant: RawBuilder<SqlBool>; most: number },
): Promise<string[]> {
  const id = `${list.table}.id`
  const which =
    'ids' in chosen
      ? idIn(id, chosen.ids)
      : sql<SqlBool>`${sql.ref(id)} in (${matchingIds(list, chosen.matching)})
          and ${sql.ref(id)} <> all(${chosen.except ?? []}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(id)} from ${sql.table(list.table)} where ${which} and ${isMeant} limit ${most}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
