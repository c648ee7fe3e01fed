import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Waits until nobody else holds `name`, and holds it until the end of the transaction. */
export const holdUntilEnd = (tx: Db, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
