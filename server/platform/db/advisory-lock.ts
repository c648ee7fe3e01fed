import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'

/** Locks `name` until the transaction ends, waiting for other holders. */
export const lockUntilCommit = (tx: Db, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

/** Locks a name until the transaction ends. False while somebody else has it. */
export const tryLockUntilCommit = (name: RawBuilder<string>) =>
  sql<SqlBool>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`

export type Lock = {
  /** Aborted when the connection breaks: another process may have the lock. */
  lost: AbortSignal
  release: () => Promise<void>
}

/** Locks that a connection holds until they are released or it breaks. Undefined while somebody else has the name. */
export function createLocks(connection: pg.Client) {
  const locked = new Set<string>()
  const broken = new AbortController()
  connection.once('end', () => broken.abort(new Error('The connection to the database broke.')))
  // A connection runs one query at a time, also after one that failed.
  let last: Promise<unknown> = Promise.resolve()
  async function ask(call: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string) {
    const query = `select ${call}(hashtextextended($1, 0)) as "isDone"`
    const asked = last.then(() => connection.query<{ isDone: boolean }>(query, [name]))
    last = asked.catch(() => undefined)
    return (await asked).rows[0]?.isDone === true
  }
  return async function tryLock(name: string): Promise<Lock | undefined> {
    // PostgreSQL gives a connection the same lock twice.
    if (locked.has(name)) return undefined
    locked.add(name)
    let isLocked = false
    try {
      isLocked = await ask('pg_try_advisory_lock', name)
    } finally {
      if (!isLocked) locked.delete(name)
    }
    if (!isLocked) return undefined
    return {
      lost: broken.signal,
      async release() {
        locked.delete(name)
        // A connection that broke holds no lock.
        await ask('pg_advisory_unlock', name).catch(() => false)
      },
    }
  }
}
