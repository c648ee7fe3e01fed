import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Locks `name` until the transaction ends, waiting for other holders. */
export const lockUntilCommit = (tx: Db, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
