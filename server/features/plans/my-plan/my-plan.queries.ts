import { sql, type SqlBool } from 'kysely'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import { type CountryHelp, helpIn } from '#contract/questionnaires/help-lines.ts'
import { maxSessionMinutes } from '#contract/definitions/session-definition.ts'
import type { Plan } from '#contract/plans/my-plan.ts'
import type { Role } from '#contract/roles.ts'
import { clientRows } from '../../clients/client-rows.ts'
import type { Db } from '../../../platform/db/db.ts'
import { idIn } from '../../../platform/lists/list.ts'
import { durationMinutes, joinAddress, sessionPlace } from '../../sessions/session-rows.ts'
import { isUnusedMember } from '../family/family.queries.ts'

/**
 * Ids of the user's own client and family members: what `mayReadClient` allows a client, whatever other roles the user
 * has.
 */
const readableClientIds = (db: Db, userId: string) => {
  const own = db.selectFrom('client as own').select('own.id').where('own.userId', '=', userId)
  return own.unionAll(
    db.selectFrom('client as kin').select('kin.id').where('kin.guardianId', 'in', own),
  )
}

/** The session of client.next_session_at. */
const nextSessionId = sql<string>`(
  select it.id from session as it
  where it.client_id = client.id and it.session_date = client.next_session_at
    and it.completed_at is null and it.archived_at is null
  order by it.id limit 1
)`
/** The earliest session that has not ended. */
const join = sql<Plan['join']>`(
  select jsonb_build_object('id', session.id, 'sessionDate', to_json(session.session_date),
    'durationMinutes', ${durationMinutes}, 'isJoinable', ${joinAddress} is not null, 'place', ${sessionPlace})
  from session
  join session_definition on session_definition.id = session.session_definition_id
  where session.client_id = client.id and session.archived_at is null
    and session.session_date > now() - make_interval(mins => ${sql.lit(maxSessionMinutes)})
    and session.session_date + make_interval(mins => ${durationMinutes}) > now()
    and coalesce(${joinAddress}, ${sessionPlace}) is not null
  order by session.session_date, session.id limit 1
)`
const nextStep = (today: CalendarDay) => sql<Plan['nextStep']>`(
  select jsonb_build_object('name', assignment_definition.name, 'dueDate', assignment.due_date)
  from assignment
  join assignment_definition on assignment_definition.id = assignment.assignment_definition_id
  where assignment.client_id = client.id and assignment.completed_at is null
    and assignment_definition.deletion_id is null
  order by
    case when assignment.due_date >= ${today}::date then 0 when assignment.due_date is null then 1 else 2 end,
    abs(assignment.due_date - ${today}::date), assignment.id
  limit 1
)`

const openQuestionnaires = (userId: string, today: CalendarDay) => sql<Plan['questionnaires']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', it.id, 'title', edition.content ->> 'title', 'minutes', edition.content -> 'minutes',
    'dueDate', it.due_date, 'isBegun', it.answers <> '{}'
  ) order by it.due_date, it.id), '[]')
  from questionnaire as it join instrument_version as edition on edition.id = it.instrument_version_id
  where it.client_id = client.id and client.user_id = ${userId}
    and num_nonnulls(it.completed_at, it.declined_at, it.withdrawn_at) = 0
    and coalesce(it.opens_on <= ${today}::date, true)
)`

const hasOpenMark = (userId: string) => sql<boolean>`(client.user_id = ${userId} and exists (
  select from safety_mark as it where it.client_id = client.id and it.questionnaire_id is not null and it.acknowledged_at is null
))`

type PlanOptions = { today: CalendarDay; helpLines: readonly CountryHelp[] }

/** The user's own plan, then the family members in the order they were added. */
export async function listPlans(
  db: Db,
  userId: string,
  { today, helpLines }: PlanOptions,
): Promise<Plan[]> {
  const rows = await clientRows(db)
    .leftJoin('session', (join) => join.on('session.id', '=', nextSessionId))
    .leftJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .leftJoin('user as coachUser', (join) =>
      join
        .onRef('coachUser.id', '=', 'coach.userId')
        .on('coach.status', '<>', 'inactive')
        .on('coachUser.deactivatedAt', 'is', null),
    )
    .select([
      'coachUser.email as coachEmail',
      'client.familyRelation',
      'client.version',
      isUnusedMember.as('isUnused'),
      'sessionDefinition.name as nextSessionName',
      join.as('join'),
      nextStep(today).as('nextStep'),
      openQuestionnaires(userId, today).as('questionnaires'),
      hasOpenMark(userId).as('hasOpenMark'),
      'organization.country',
    ])
    .where('client.id', 'in', readableClientIds(db, userId))
    .orderBy(sql`client.guardian_id is not null`)
    .orderBy('client.createdAt')
    .orderBy('client.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    help: row.hasOpenMark ? helpIn(helpLines, row.country) : null,
  }))
}

/** Undefined without a next session, or for a plan the user may not read. */
export const findNextSession = (db: Db, userId: string, clientId: string) =>
  db
    .selectFrom('client')
    .innerJoin('session', (join) => join.on('session.id', '=', nextSessionId))
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .select(['session.id', 'session.sessionDate', 'session.dateVersion'])
    .select('session.scheduleChangedAt as changedAt')
    .select([
      durationMinutes.as('durationMinutes'),
      sql<boolean>`${joinAddress} is not null`.as('isJoinable'),
      sessionPlace.as('place'),
    ])
    .where('client.id', '=', clientId)
    .where('client.id', 'in', readableClientIds(db, userId))
    .executeTakeFirst()

/** Entries about the plans that the user may read, but for what the user did. */
export const entriesAbout = (db: Db, userId: string) => sql<SqlBool>`(
  audit_entry.client_id in (${readableClientIds(db, userId)})
  and (audit_entry.user_id is distinct from ${userId} or audit_entry.original_user_id is not null)
)`

/** The same entries in full, in any order. */
export const listEntries = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('auditEntry')
    .innerJoin('client', 'client.id', 'auditEntry.clientId')
    .leftJoin('user as reader', 'reader.id', 'auditEntry.userId')
    .leftJoin('user as original', 'original.id', 'auditEntry.originalUserId')
    .leftJoin('session', 'session.id', 'auditEntry.sessionId')
    .select([
      'auditEntry.id',
      'auditEntry.createdAt as at',
      'auditEntry.action',
      sql<string | null>`audit_entry.details ->> 'type'`.as('type'),
      'auditEntry.userId',
      'auditEntry.originalUserId',
      sql<boolean>`coalesce((audit_entry.details ->> 'isByLink')::boolean, false)`.as('isByLink'),
      'reader.name as readerName',
      'original.name as originalName',
      sql<Role[] | null>`reader.roles`.as('readerRoles'),
      sql<Role[] | null>`original.roles`.as('originalRoles'),
      sql<string | null>`case when client.user_id is null then client.name end`.as('whose'),
      // A session may have moved since; a deleted one had this date.
      sql<string | null>`coalesce(session.session_date, audit_entry.session_date)`.as(
        'sessionDate',
      ),
    ])
    .where(idIn('auditEntry.id', ids))
    .execute()
