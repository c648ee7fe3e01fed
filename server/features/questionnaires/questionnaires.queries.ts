import { createHash } from 'node:crypto'
import { type Insertable, sql, type SqlBool, type Updateable } from 'kysely'
import type { GivenAnswers, Instrument } from '#contract/questionnaires/instruments.ts'
import { mayChangeClient, mayReadClient } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Questionnaire } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'

/** With the instrument as it was when assigned. */
const rows = (db: Db) =>
  db
    .selectFrom('questionnaire')
    .innerJoin('client', 'client.id', 'questionnaire.clientId')
    .innerJoin('instrumentVersion', 'instrumentVersion.id', 'questionnaire.instrumentVersionId')
    .select([
      'questionnaire.id',
      'questionnaire.clientId',
      'questionnaire.seriesId',
      'questionnaire.note',
      'questionnaire.dueDate',
      'questionnaire.opensOn',
      'questionnaire.version',
      'questionnaire.completedAt',
      'questionnaire.declinedAt',
      'questionnaire.withdrawnAt',
      'questionnaire.score',
      'questionnaire.weekNumber',
      'questionnaire.createdAt',
      sql<GivenAnswers>`questionnaire.answers`.as('answers'),
      sql<Instrument>`instrument_version.content`.as('instrument'),
    ])

export type QuestionnaireRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

/** Newest first. */
export const listQuestionnaireRows = (db: Db, clientId: string) =>
  rows(db)
    .leftJoin('user as giver', 'giver.id', 'questionnaire.assignedBy')
    .select('giver.name as assignedBy')
    .where('questionnaire.clientId', '=', clientId)
    .orderBy('questionnaire.createdAt', 'desc')
    .orderBy('questionnaire.dueDate', 'desc')
    .orderBy('questionnaire.id', 'desc')
    .execute()

export async function countQuestionnaires(db: Db, clientId: string) {
  const { count } = await db
    .selectFrom('questionnaire')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow()
  return count
}

/** The client in person, not a guardian. */
const isOwn = ({ userId }: Actor) => sql<SqlBool>`coalesce(client.user_id = ${userId}::uuid, false)`

/** Throws not-found for a plan that the actor may not read. */
export const getPlanAccess = (db: Db, actor: Actor, clientId: string) =>
  db
    .selectFrom('client')
    .select((eb) => [mayChangeClient(actor)(eb).as('mayChange'), isOwn(actor).as('isOwn')])
    .where('client.id', '=', clientId)
    .where(mayReadClient(actor))
    .executeTakeFirstOrThrow(notFound('client'))

const opened = (db: Db, actor: Actor, id: string) =>
  rows(db)
    .leftJoin('coach', 'coach.id', 'client.coachId')
    .leftJoin('organization', 'organization.id', 'client.organizationId')
    .select([
      'client.createdAt as planBegan',
      'coach.name as coachName',
      'organization.country',
      isOwn(actor).as('isOwn'),
    ])
    .where('questionnaire.id', '=', id)

/** Throws not-found unless the actor is staff of the plan or the client in person. */
export const getReadableQuestionnaire = (db: Db, actor: Actor, id: string) =>
  opened(db, actor, id)
    .where((eb) => eb.or([mayChangeClient(actor)(eb as never), isOwn(actor)]))
    .executeTakeFirstOrThrow(notFound('questionnaire'))

/** Throws not-found unless the actor is the client in person. */
export const lockOwnQuestionnaire = (tx: Db, actor: Actor, id: string) =>
  opened(tx, actor, id)
    .where(isOwn(actor))
    .forUpdate('questionnaire')
    .executeTakeFirstOrThrow(notFound('questionnaire'))

/** Throws not-found for a plan that the actor may not change. */
export const lockAssigned = (tx: Db, actor: Actor, id: string) =>
  rows(tx)
    .where('questionnaire.id', '=', id)
    .where((eb) => mayChangeClient(actor)(eb as never))
    .forUpdate('questionnaire')
    .executeTakeFirstOrThrow(notFound('questionnaire'))

/** Locks the open ones of a series that are due after a day. */
export const lockLaterInSeries = (tx: Db, seriesId: string, after: string) =>
  tx
    .selectFrom('questionnaire')
    .select('id')
    .where('seriesId', '=', seriesId)
    .where('dueDate', '>', after)
    .where(sql<SqlBool>`num_nonnulls(completed_at, declined_at, withdrawn_at) = 0`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Id of the current version of an instrument, stored once for identical content. */
export async function ensureInstrumentVersion(tx: Db, content: Instrument) {
  const text = JSON.stringify(content)
  const fingerprint = createHash('sha256').update(text).digest('hex')
  const { id } = await tx
    .insertInto('instrumentVersion')
    .values({ id: newId(), key: content.key, fingerprint, content: text })
    .onConflict((it) =>
      it.column('fingerprint').doUpdateSet({ fingerprint: (eb) => eb.ref('excluded.fingerprint') }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const insertQuestionnaires = (tx: Db, given: Insertable<Questionnaire>[]) =>
  tx.insertInto('questionnaire').values(given).execute()

export const updateQuestionnaires = (
  tx: Db,
  ids: readonly string[],
  change: Updateable<Questionnaire>,
) => tx.updateTable('questionnaire').set(change).where('id', 'in', ids).execute()

export const insertBurnoutScore = (
  tx: Db,
  it: { clientId: string; weekNumber: number; riskScore: number; questionnaireId: string },
) =>
  tx
    .insertInto('burnoutAssessment')
    .values({ ...it, id: newId(), source: 'questionnaire' })
    .execute()

/** Moves the questionnaire and its burnout score to another week. */
export async function moveToWeek(tx: Db, id: string, weekNumber: number) {
  await updateQuestionnaires(tx, [id], { weekNumber })
  await tx
    .updateTable('burnoutAssessment')
    .set({ weekNumber })
    .where('questionnaireId', '=', id)
    .execute()
}
