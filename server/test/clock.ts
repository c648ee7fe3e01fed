import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '../platform/db/db.ts'

/**
 * Stops the time of this process and of a test's own database, as its superuser. Returns what sets it; the caller ends with
 * `vi.useRealTimers()`.
 */
export async function stopClock(db: Db, start: Date) {
  await sql`create table test_clock as select ${start.toISOString()}::timestamptz as at`.execute(db)
  await sql`create function test_now() returns timestamptz language plpgsql stable
    as 'begin return (select at from public.test_clock); end'`.execute(db)
  // The planner puts the body in the place of calls; otherwise those of a built-in function would reach the one in C.
  for (const name of ['now', 'clock_timestamp'])
    await sql`create or replace function ${sql.ref(`pg_catalog.${name}`)}() returns timestamptz
      language sql stable as 'select public.test_now()'`.execute(db)
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  return async (at: Date) => {
    vi.setSystemTime(at)
    await sql`update test_clock set at = ${at.toISOString()}`.execute(db)
  }
}
