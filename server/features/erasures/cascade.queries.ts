import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** People by the tables that everything else of theirs depends on. */
export type Roots = { client: readonly string[]; user: readonly string[] }

/**
 * Every table whose rows the database deletes with those of `roots`, from the foreign keys, so that a new table needs no entry
 * here.
 */
export async function readCascade(db: Db, roots: Roots) {
  const { rows: keys } = await sql<{
    child: string
    childColumn: string
    parent: string
    parentColumn: string
  }>`
    select child.relname as child, child_column.attname as child_column,
      parent.relname as parent, parent_column.attname as parent_column
    from pg_constraint as fk
    join pg_class as child on child.oid = fk.conrelid
    join pg_class as parent on parent.oid = fk.confrelid
    join pg_attribute as child_column on child_column.attrelid = fk.conrelid and child_column.attnum = fk.conkey[1]
    join pg_attribute as parent_column on parent_column.attrelid = fk.confrelid and parent_column.attnum = fk.confkey[1]
    where fk.contype = 'f' and fk.confdeltype = 'c' and fk.conrelid <> fk.confrelid and cardinality(fk.conkey) = 1`.execute(
    db,
  )
  const isRoot = (table: string): table is keyof Roots => table in roots
  const listParents = (table: string) => keys.filter(({ child }) => child === table)
  const reaches = (table: string): boolean =>
    isRoot(table) || listParents(table).some(({ parent }) => reaches(parent))
  const tables = [...new Set(keys.map(({ child }) => child))].filter(reaches).toSorted()

  /** A column of the rows of a table that are deleted. */
  function selectRows(table: string, column: string): RawBuilder<unknown> {
    if (isRoot(table))
      return sql`select ${sql.ref(column)} from ${sql.table(table)} where id = any(${roots[table]}::uuid[])`
    const parts = listParents(table)
      .filter(({ parent }) => reaches(parent))
      .map(
        ({ childColumn, parent, parentColumn }) =>
          sql`select ${sql.ref(column)} from ${sql.table(table)}
            where ${sql.ref(childColumn)} in (${selectRows(parent, parentColumn)})`,
      )
    return sql.join(parts, sql` union `)
  }
  const countRows = async (table: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (${selectRows(table, 'ctid')}) as it`.execute(db)
    return rows[0]?.count ?? 0
  }
  return { tables: ['client', 'user', ...tables], rowsOf: selectRows, countOf: countRows }
}
