import { sql } from 'kysely'
import type { DayRange } from '#contract/availability/availability.ts'
import type { CoachStatus } from '#contract/coaches/coaches.ts'
import { maxSessionMinutes } from '#contract/definitions/session-definition.ts'
import type { WeeklyRange } from '#contract/rules/working-hours.ts'
import type { Db } from '../../platform/db/db.ts'
import { durationMinutes } from '../sessions/session-rows.ts'

export type Between = { from: string; until: string }

/** Null in `hours` and `timeZone`: those of the installation. */
export const findCoachHours = (db: Db, coachId: string) =>
  db
    .selectFrom('coach')
    .leftJoin('coachHours', 'coachHours.coachId', 'coach.id')
    .select([
      sql<CoachStatus>`coach.status`.as('status'),
      'coachHours.timeZone',
      'coachHours.version',
      sql<WeeklyRange[] | null>`coach_hours.ranges`.as('hours'),
    ])
    .where('coach.id', '=', coachId)
    .executeTakeFirst()

/** From a day on, in order. */
export const listTimeOff = (db: Db, coachId: string, from: string) =>
  db
    .selectFrom('timeOff')
    .select(['id', 'firstDay', 'lastDay'])
    .where('coachId', '=', coachId)
    .where('lastDay', '>=', from)
    .orderBy('firstDay')
    .orderBy('id')
    .execute()

export const listBusyTimes = (db: Db, coachId: string, { from, until }: Between) =>
  db
    .selectFrom('busyTime')
    .select(['startsAt', 'endsAt'])
    .where('coachId', '=', coachId)
    .where('startsAt', '<', until)
    .where('endsAt', '>', from)
    .execute()

type Requests = { coachId: string | null; exceptRequest?: string | undefined }

/** Times that open requests of the coach's clients hold. */
export async function listRequestedTimes(
  db: Db,
  { coachId, exceptRequest }: Requests,
  { from, until }: Between,
) {
  const { rows } = await sql<{ startsAt: string; endsAt: string }>`
    select at as starts_at, at + make_interval(mins => duration_minutes) as ends_at
    from session_request, unnest(coalesce(offered, array[starts_at])) as at
    where coach_id = ${coachId} and status in ('open', 'offered') and lapses_at > now()
      and held && tstzrange(${from}, ${until}) and id is distinct from ${exceptRequest ?? null}::uuid
    order by at`.execute(db)
  return rows
}

type Whose = { clientId: string | undefined; coachId: string | null; except?: string | undefined }

/** Sessions of the coach's clients and of the client that overlap a time, oldest first. */
export const listSessionsBetween = (
  db: Db,
  { clientId, coachId, except }: Whose,
  { from, until }: Between,
) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .select([
      'session.id',
      'session.clientId',
      'session.sessionDate',
      durationMinutes.as('durationMinutes'),
      'sessionDefinition.name as sessionDefinitionName',
      'client.name as clientName',
    ])
    // For the index.
    .where(
      'session.sessionDate',
      '>',
      sql<string>`${from}::timestamptz - make_interval(mins => ${maxSessionMinutes})`,
    )
    .where('session.sessionDate', '<', until)
    .where(
      sql<boolean>`session.session_date + make_interval(mins => ${durationMinutes}) > ${from}::timestamptz`,
    )
    .where('session.archivedAt', 'is', null)
    .where('session.clientId', 'in', (eb) =>
      eb
        .selectFrom('client as own')
        .select('own.id')
        .where('own.id', '=', clientId ?? null)
        .union(
          eb.selectFrom('client as other').select('other.id').where('other.coachId', '=', coachId),
        ),
    )
    .$if(except !== undefined, (query) => query.where('session.id', '<>', except ?? ''))
    .orderBy('session.sessionDate')
    .orderBy('session.id')
    .execute()

type OwnHours = { timeZone: string; ranges: readonly WeeklyRange[] }

/** Null: those of the installation apply again. */
export async function saveCoachHours(tx: Db, coachId: string, hours: OwnHours | null) {
  if (!hours) {
    await tx.deleteFrom('coachHours').where('coachId', '=', coachId).execute()
    return
  }
  const values = { timeZone: hours.timeZone, ranges: JSON.stringify(hours.ranges) }
  await tx
    .insertInto('coachHours')
    .values({ coachId, ...values })
    .onConflict((it) => it.column('coachId').doUpdateSet(values))
    .execute()
}

export const insertTimeOff = (tx: Db, row: DayRange & { id: string; coachId: string }) =>
  tx.insertInto('timeOff').values(row).execute()

/** False if there is no such time off. */
export async function deleteTimeOff(tx: Db, { id, coachId }: { id: string; coachId: string }) {
  const { numDeletedRows } = await tx
    .deleteFrom('timeOff')
    .where('id', '=', id)
    .where('coachId', '=', coachId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
