import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { heldFor } from '../../../platform/db/lease.ts'
import { isQueued, type Queue } from '../../../platform/db/queue.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { waitBeforeTry } from '../../../platform/jobs/waiting.ts'

/** In which time zone weeks are counted, or are being counted. */
const countedIn = async (db: Db) =>
  (await db.selectFrom('weekCount').select('timeZone').executeTakeFirst())?.timeZone

/** Has the weeks that stand in rows counted anew, where they are counted in another time zone. */
export async function countWeeksIn(tx: Db, queue: Queue, from: string, to: string) {
  if (((await countedIn(tx)) ?? from) === to) return
  await sql`
    insert into week_count (time_zone, total) select ${to}, count(*) from client
    on conflict (is_only) do update set time_zone = excluded.time_zone, counted_to = null, counted = 0,
      total = excluded.total, began_at = now(), finished_at = null, attempts = 0, not_before = now()`.execute(
    tx,
  )
  await queue.add(tx, 'count-weeks', {})
}

/** At a start: notes the time zone of a first one, and sees whether the environment names another one since. */
export async function noteTimeZone(tx: Db, queue: Queue, timeZone: string) {
  await sql`
    insert into week_count (time_zone, finished_at) values (${timeZone}, now())
    on conflict (is_only) do nothing`.execute(tx)
  await countWeeksIn(tx, queue, timeZone, timeZone)
}

/** How far it has come; undefined where all weeks are right. */
export const weeksUnderWay = (db: Db) =>
  db
    .selectFrom('weekCount')
    .select(['counted', 'total'])
    .select((eb) => eb('attempts', '>', 0).$castTo<boolean>().as('isHeldUp'))
    .where('finishedAt', 'is', null)
    .executeTakeFirst()

/** Nobody is at it any more: whoever comes next goes on. */
export const leaveWeekCount = (db: Db) =>
  db
    .updateTable('weekCount')
    .set({ notBefore: sql<string>`now()` })
    .execute()

/** After a try that failed: another one later. */
export const putOffWeekCount = (db: Db, retryMs: number) =>
  inTransaction(db, async (tx) => {
    const count = await tx
      .updateTable('weekCount')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('finishedAt', 'is', null)
      .returning('attempts')
      .executeTakeFirst()
    if (!count) return
    const notBefore = heldFor(waitBeforeTry(count.attempts, retryMs))
    await tx.updateTable('weekCount').set({ notBefore }).execute()
  })

/** Queues again what failed, or what a process that was killed began. */
export async function rescueWeekCount(db: Db, queue: Queue) {
  const { rows } = await sql`
    select from week_count
    where finished_at is null and not_before <= now() and not ${isQueued(sql`'count-weeks'`)}`.execute(
    db,
  )
  if (rows.length) await queue.add(db, 'count-weeks', {})
}
