import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'

const { db } = await testApp()

test('every foreign key has an index', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = conrelid and indkey[0] = conkey[1]
        and coalesce(pg_get_expr(indpred, indrelid), '') in ('', format('(%I IS NOT NULL)', attname)))
    order by 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual([])
})
