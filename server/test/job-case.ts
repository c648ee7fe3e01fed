import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'

/** More attempts than any job has. */
export const manyAttempts = 30

export const broken = () => Promise.reject(new Error('It is broken.'))
export const runOptions = {
  times: { heartbeatMs: 1_000, leaseMs: 10_000, retryMs: 5_000 },
  signal: new AbortController().signal,
  onError: () => undefined,
}

export type JobCase = {
  /** Inserts a row that is due and returns its id. */
  make: () => Promise<string>
  /** Runs the job once, which fails. */
  fail: (id: string, run?: typeof runOptions) => Promise<unknown>
  /** When it is retried; no row: it has ended. */
  due: (id: string) => RawBuilder<unknown>
  makeDue: (id: string) => RawBuilder<unknown>
  /** Enqueues rows that a killed process left behind. */
  enqueueDue: () => Promise<void>
  /** Table of the rows. */
  table: string
  /** Columns that a process sets when it claims a row, after many attempts. */
  claimed: RawBuilder<unknown>
  /** Retried without end, because no user can start it again. */
  isEndless?: true
}

/** A job whose retry time is only in the queue. */
export const queued = (name: string, table: string, over: string) => ({
  ...{ table, claimed: sql`attempts = ${manyAttempts}` },
  due: (id: string) => sql`
    select (select run_at from graphile_worker.jobs where key = ${`${name}:${id}`}) as due
    from ${sql.table(table)} where id = ${id} and status <> ${over}`,
  makeDue: (id: string) =>
    sql`update graphile_worker._private_jobs set run_at = now() where key = ${`${name}:${id}`}`,
})

/** A job whose retry time is in its row. */
export const inRow = (table: string, column: string, isOpen: RawBuilder<unknown>) => ({
  ...{ table, claimed: sql`attempts = ${manyAttempts}` },
  due: (id: string) =>
    sql`select ${sql.ref(column)} as due from ${sql.table(table)} where id = ${id} and ${isOpen}`,
  makeDue: (id: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() where id = ${id}`,
})

/** Makes writes to some rows fail, like a full disk would. */
export async function breakWrites(
  db: Db,
  table: string,
  what: 'update' | 'delete',
  when: RawBuilder<unknown>,
) {
  const name = sql.ref(`broken_${newId().replaceAll('-', '').slice(-12)}`)
  await sql`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'It is broken.'; end $$`.execute(db)
  await sql`create trigger ${name} before ${sql.raw(what)} on ${sql.table(table)}
    for each row when (${when}) execute function ${name}()`.execute(db)
}
