import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'

export const broken = () => Promise.reject(new Error('It is broken.'))

/** Makes writes to some rows fail, like a full disk would. */
export async function breakWrites(
  db: Db,
  table: string,
  what: 'insert' | 'update' | 'delete',
  when: RawBuilder<unknown>,
) {
  const name = sql.ref(`broken_${newId().replaceAll('-', '').slice(-12)}`)
  await sql`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'It is broken.'; end $$`.execute(db)
  await sql`create trigger ${name} before ${sql.raw(what)} on ${sql.table(table)}
    for each row when (${when}) execute function ${name}()`.execute(db)
}
