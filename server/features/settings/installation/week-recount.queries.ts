import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'

const getCountedTimeZone = async (db: Db) =>
  (await db.selectFrom('weekRecount').select('timeZone').executeTakeFirst())?.timeZone

/** Starts a recount unless weeks are already counted in this time zone. */
export async function startWeekRecount(tx: Db, queue: Queue, from: string, to: string) {
  if (((await getCountedTimeZone(tx)) ?? from) === to) return
  await sql`
    insert into week_recount (time_zone, total) select ${to}, count(*) from client
    on conflict (is_single_row) do update set time_zone = excluded.time_zone, cursor_id = null, counted = 0,
      total = excluded.total, began_at = now(), finished_at = null, attempts = 0`.execute(tx)
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

/** Another attempt follows. */
export const saveFailedRecount = (tx: Db, attempts: number) =>
  tx.updateTable('weekRecount').set({ attempts }).where('finishedAt', 'is', null).execute()
