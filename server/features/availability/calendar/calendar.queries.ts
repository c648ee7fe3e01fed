import { sql } from 'kysely'
import { staleCalendarHours } from '#contract/availability/availability.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Span } from '../agenda.ts'

type Choices = { countsAllDay: boolean; countsFree: boolean }

export const findCalendar = (db: Db, coachId: string) =>
  db.selectFrom('coachCalendar').selectAll().where('id', '=', coachId).executeTakeFirst()

export const listCalendarIds = (db: Db) =>
  db.selectFrom('coachCalendar').select('id').orderBy('id').execute()

/** Busy times of another calendar go. */
export async function saveCalendar(
  tx: Db,
  { id, ...values }: Choices & { id: string; address: string; host: string },
) {
  await deleteBusyTimes(tx, id)
  const unread = { ...values, lastReadAt: null, failingSince: null, error: null }
  await tx
    .insertInto('coachCalendar')
    .values({ id, ...unread })
    .onConflict((it) => it.column('id').doUpdateSet(unread))
    .execute()
}

export const saveChoices = (tx: Db, id: string, choices: Choices) =>
  tx.updateTable('coachCalendar').set(choices).where('id', '=', id).execute()

export async function deleteCalendar(tx: Db, id: string) {
  await deleteBusyTimes(tx, id)
  await tx.deleteFrom('coachCalendar').where('id', '=', id).execute()
}

const deleteBusyTimes = (tx: Db, coachId: string) =>
  tx.deleteFrom('busyTime').where('coachId', '=', coachId).execute()

/** Only while the calendar still has this address. False if it has not. */
export async function storeBusyTimes(
  tx: Db,
  { id, address }: { id: string; address: string },
  spans: readonly Span[],
) {
  const { numUpdatedRows } = await tx
    .updateTable('coachCalendar')
    .set({ lastReadAt: sql<string>`now()`, failingSince: null, error: null })
    .where('id', '=', id)
    .where('address', '=', address)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await deleteBusyTimes(tx, id)
  if (!spans.length) return
  const [starts, ends] = (['startsAt', 'endsAt'] as const).map((edge) =>
    spans.map((it) => new Date(it[edge]).toISOString()),
  )
  await sql`insert into busy_time (coach_id, starts_at, ends_at)
    select ${id}, * from unnest(${starts}::timestamptz[], ${ends}::timestamptz[])`.execute(tx)
}

export const saveFailure = (tx: Db, id: string, error: string) =>
  tx
    .updateTable('coachCalendar')
    .set({ failingSince: sql<string>`coalesce(failing_since, now())`, error })
    .where('id', '=', id)
    .execute()

/** The coach's user, if the calendar has failed for a day and the coach was not told since it was last read. */
export async function findUserToTell(tx: Db, id: string) {
  const row = await tx
    .selectFrom('coachCalendar')
    .innerJoin('coach', 'coach.id', 'coachCalendar.id')
    .select('coach.userId')
    .where('coachCalendar.id', '=', id)
    .where(
      sql<boolean>`coalesce(last_read_at, failing_since) < now() - make_interval(hours => ${staleCalendarHours})`,
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('message')
            .select('message.id')
            .whereRef('message.userId', '=', 'coach.userId')
            .where('message.kind', '=', 'calendarUnreadable')
            .where(
              sql<boolean>`message.created_at > coalesce(coach_calendar.last_read_at, coach_calendar.failing_since)`,
            ),
        ),
      ),
    )
    .executeTakeFirst()
  return row?.userId
}
