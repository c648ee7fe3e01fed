import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { msFromNow } from '../../../platform/db/lease.ts'
import { enqueueWhenDue } from '../../../platform/db/queue.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { delayByAttempts } from '../../../platform/jobs/retry-delay.ts'

const getCountedTimeZone = async (db: Db) =>
  (await db.selectFrom('weekRecount').select('timeZone').executeTakeFirst())?.timeZone

/** Starts a recount unless weeks are already counted in this time zone. */
export async function startWeekRecount(tx: Db, queue: Queue, from: string, to: string) {
  if (((await getCountedTimeZone(tx)) ?? from) === to) return
  await sql`
    insert into week_recount (time_zone, total) select ${to}, count(*) from client
    on conflict (is_single_row) do update set time_zone = excluded.time_zone, cursor_id = null, counted = 0,
      total = excluded.total, began_at = now(), finished_at = null, attempts = 0, not_before = now()`.execute(
    tx,
  )
  await queue.add(tx, 'recount-weeks', {})
}

/** At server start: records the first time zone, or starts a recount if the environment has changed it. */
export async function recordTimeZone(tx: Db, queue: Queue, timeZone: string) {
  await sql`
    insert into week_recount (time_zone, finished_at) values (${timeZone}, now())
    on conflict (is_single_row) do nothing`.execute(tx)
  await startWeekRecount(tx, queue, timeZone, timeZone)
}

/** Undefined if no recount is running. */
export const getWeekRecountProgress = (db: Db) =>
  db
    .selectFrom('weekRecount')
    .select(['counted', 'total'])
    .select((eb) => eb('attempts', '>', 0).$castTo<boolean>().as('hasFailed'))
    .where('finishedAt', 'is', null)
    .executeTakeFirst()

/** Another worker may continue. */
export const releaseWeekRecount = (db: Db) =>
  db
    .updateTable('weekRecount')
    .set({ notBefore: sql<string>`now()` })
    .execute()

/** After a failed attempt. */
export const postponeWeekRecount = (db: Db, retryMs: number) =>
  inTransaction(db, async (tx) => {
    const count = await tx
      .updateTable('weekRecount')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('finishedAt', 'is', null)
      .returning('attempts')
      .executeTakeFirst()
    if (!count) return
    const notBefore = msFromNow(delayByAttempts(count.attempts, retryMs))
    await tx.updateTable('weekRecount').set({ notBefore }).execute()
  })

/** Requeues after a failure or a crash. */
export const enqueueDueWeekRecount = (db: Db, queue: Queue) =>
  enqueueWhenDue(
    db,
    queue,
    'recount-weeks',
    sql`exists (select from week_recount where finished_at is null and not_before <= now())`,
  )
