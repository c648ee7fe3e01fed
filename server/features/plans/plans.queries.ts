import { type Insertable, sql } from 'kysely'
import type { ContactWay } from '#contract/messages/messages.ts'
import type { DataSource } from '#contract/plans/plan-values.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { mayChangeClient, mayReadClient } from '../../platform/access.ts'
import { clientRows } from '../clients/client-rows.ts'
import { followerUserId } from '../clients/find-follower.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Session } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { listAssignments } from './assignments/assignments.queries.ts'
import { listDefinitions } from '../definitions/definitions.queries.ts'
import { listAssessments } from './assessments/assessments.queries.ts'
import { planMetrics } from './values/metric-values.queries.ts'
import { valueCheck } from './values/value-check.ts'
import { getPlanState } from './events/plan-events.queries.ts'
import { getManualRisk } from './assessments/risk-level.ts'
import { sessionRows, type TranscriptAccess, withWeek } from '../sessions/session-rows.ts'

/** Throws not-found for a client the actor may not read. */
export const planAccess = (db: Db, actor: Actor, clientId: string) =>
  db
    .selectFrom('client')
    .select((eb) => mayChangeClient(actor)(eb).as('mayChange'))
    .where('client.id', '=', clientId)
    .where(mayReadClient(actor))
    .executeTakeFirstOrThrow(notFound('client'))

/** The caller must check `planAccess`. */
export async function getPlan(
  db: Db,
  { clientId, texts, timeZone }: { clientId: string; texts: TranscriptAccess; timeZone: string },
) {
  // First, so that a later change leads to another state.
  const state = await getPlanState(db, { clientId, timeZone })
  const [
    client,
    definitions,
    sessions,
    metrics,
    metricDefinitions,
    burnoutAssessments,
    assignments,
    risk,
    contact,
  ] = await Promise.all([
    clientRows(db).where('client.id', '=', clientId).executeTakeFirstOrThrow(notFound('client')),
    listDefinitions(db, 'sessionDefinition'),
    sessionRows(db, texts)
      .where('session.clientId', '=', clientId)
      .orderBy('session.sessionDate')
      .orderBy('session.id')
      .execute(),
    listMetricValues(db, clientId),
    planMetrics(db, { clientId, isAll: texts !== 'hidden' }),
    listAssessments(db, clientId),
    listAssignments(db, clientId),
    getManualRisk(db, clientId),
    texts === 'hidden' ? null : findContact(db, clientId),
  ])
  return {
    state,
    client,
    contact,
    sessionDefinitions: definitions,
    sessions: sessions.map(withWeek(timeZone)),
    metrics,
    metricDefinitions,
    burnoutAssessments,
    assignments,
    risk,
  }
}

async function findContact(db: Db, clientId: string): Promise<SessionsAndMetrics['contact']> {
  const found = await db
    .selectFrom('client')
    .innerJoin('user', (join) => join.on('user.id', '=', followerUserId))
    .leftJoin('notification', 'notification.userId', 'user.id')
    .select(['user.email', 'notification.phone'])
    .select([
      sql<string | null>`case when client.user_id is null then "user".name end`.as('guardian'),
      sql<ContactWay | null>`notification.contact_by`.as('prefers'),
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirst()
  return found ?? null
}

const listMetricValues = (db: Db, clientId: string) =>
  db
    .selectFrom('metricValue')
    .innerJoin('metricDefinition', 'metricDefinition.id', 'metricValue.metricDefinitionId')
    .innerJoin('metricCategory', 'metricCategory.id', 'metricDefinition.categoryId')
    .leftJoin('session', 'session.id', 'metricValue.sessionId')
    .leftJoin('analysisValue', 'analysisValue.id', 'metricValue.analysisValueId')
    .select([
      'metricValue.id',
      'metricValue.sessionId',
      'metricDefinition.label as metricLabel',
      'metricValue.weekNumber',
      'metricValue.numericValue',
      'metricValue.metricDefinitionId',
      sql<DataSource>`metric_value.source`.as('source'),
      'session.sessionDate',
      valueCheck.as('check'),
      'metricValue.version',
    ])
    .where('metricValue.clientId', '=', clientId)
    .where('metricDefinition.deletionId', 'is', null)
    .orderBy('metricCategory.displayOrder')
    .orderBy('metricDefinition.categoryPosition')
    .orderBy('metricValue.weekNumber')
    .orderBy('metricValue.createdAt')
    .orderBy('metricValue.id')
    .execute()

/** Undefined if there is none, or it is being deleted. */
export const lockSessionDefinition = (tx: Db, id: string) =>
  tx
    .selectFrom('sessionDefinition')
    .select('id')
    .where('id', '=', id)
    .where('deletionId', 'is', null)
    .forKeyShare()
    .executeTakeFirst()

export const insertSession = (
  tx: Db,
  session: Pick<
    Insertable<Session>,
    | ('id' | 'clientId' | 'sessionDefinitionId' | 'sessionDate')
    | ('durationMinutes' | 'sessionType' | 'joinAddress' | 'place' | 'scheduleChangedBy')
  >,
) => tx.insertInto('session').values(session).execute()
