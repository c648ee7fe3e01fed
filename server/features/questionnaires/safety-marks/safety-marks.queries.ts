import { sql } from 'kysely'
import type { UrgentLine } from '#contract/sessions/sessions.ts'
import { hasCoachRole, mayChangeClient } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { newId } from '../../../platform/ids.ts'

/** Newest first. */
export const listMarks = (db: Db, clientId: string) =>
  db
    .selectFrom('safetyMark')
    .leftJoin('user as told', 'told.id', 'safetyMark.notifiedUserId')
    .leftJoin('user as acknowledger', 'acknowledger.id', 'safetyMark.acknowledgedBy')
    .leftJoin('message', 'message.id', 'safetyMark.messageId')
    .leftJoin('user as noticed', 'noticed.id', 'message.userId')
    .select([
      'safetyMark.id',
      'safetyMark.raisedAt',
      'told.name as told',
      'noticed.name as noticeTo',
      'safetyMark.escalatedAt',
      'safetyMark.sessionId',
      'safetyMark.acknowledgedAt',
      'acknowledger.name as acknowledgedBy',
      'safetyMark.note',
    ])
    .where('safetyMark.clientId', '=', clientId)
    .orderBy('safetyMark.raisedAt', 'desc')
    .orderBy('safetyMark.id', 'desc')
    .execute()

/** Earlier marks of a questionnaire are acknowledged. */
export const findLatestMark = (db: Db, questionnaireId: string) =>
  db
    .selectFrom('safetyMark')
    .select(['notifiedUserId', 'acknowledgedAt'])
    .where('questionnaireId', '=', questionnaireId)
    .orderBy('raisedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The coach's user, if they can sign in and open the plan. */
export function findCoachToNotify(db: Db, clientId: string) {
  return db
    .selectFrom('client')
    .innerJoin('coach', 'coach.id', 'client.coachId')
    .innerJoin('user', 'user.id', 'coach.userId')
    .select(['user.id', sql<boolean>`coach.status = 'active'`.as('isActive')])
    .where('client.id', '=', clientId)
    .where('user.deactivatedAt', 'is', null)
    .where(hasCoachRole)
    .where('coach.status', '<>', 'inactive')
    .executeTakeFirst()
}

/** What was said in a session and marked, newest mark first. */
export const listLineMarks = (tx: Db, sessionId: string) =>
  tx
    .selectFrom('safetyMark')
    .select(['id', 'acknowledgedAt', sql<UrgentLine[]>`lines`.as('lines')])
    .where('sessionId', '=', sessionId)
    .orderBy('raisedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const setLines = (tx: Db, id: string, lines: readonly UrgentLine[]) =>
  tx
    .updateTable('safetyMark')
    .set({ lines: JSON.stringify(lines) })
    .where('id', '=', id)
    .execute()

type Raised = {
  clientId: string
  questionnaireId?: string
  sessionId?: string
  /** JSON. */
  lines?: string
  notifiedUserId: string | null
  /** The message to the coach, also one that cannot be delivered: it is among their notices. */
  messageId: string | null
}
export async function insertMark(tx: Db, raised: Raised) {
  const id = newId()
  await tx
    .insertInto('safetyMark')
    .values({ ...raised, id })
    .execute()
  return id
}

/** Marks what nobody acknowledged by then as known to administrators, once. Returns the marks with their clients. */
export const escalateMarks = (tx: Db, raisedBefore: string) =>
  tx
    .updateTable('safetyMark')
    .set({ escalatedAt: sql<string>`now()` })
    .where('acknowledgedAt', 'is', null)
    .where('escalatedAt', 'is', null)
    .where('raisedAt', '<=', raisedBefore)
    .returning(['id', 'clientId'])
    .execute()

/** The open mark about which a message notifies. */
export const lockMarkOfMessage = (tx: Db, messageId: string) =>
  tx
    .selectFrom('safetyMark')
    .innerJoin('message', 'message.id', 'safetyMark.messageId')
    .select(['safetyMark.id', 'safetyMark.clientId', 'safetyMark.notifiedUserId', 'message.userId'])
    .where('message.id', '=', messageId)
    .where('safetyMark.acknowledgedAt', 'is', null)
    .forUpdate('safetyMark')
    .executeTakeFirst()

export const setNotifiedUser = (tx: Db, id: string, notifiedUserId: string | null) =>
  tx.updateTable('safetyMark').set({ notifiedUserId }).where('id', '=', id).execute()

/** Throws not-found for a plan that the actor may not change. */
export const lockMark = (tx: Db, actor: Actor, id: string) =>
  tx
    .selectFrom('safetyMark')
    .innerJoin('client', 'client.id', 'safetyMark.clientId')
    .leftJoin('user as acknowledger', 'acknowledger.id', 'safetyMark.acknowledgedBy')
    .select([
      ...([
        'safetyMark.clientId',
        'safetyMark.questionnaireId',
        'safetyMark.acknowledgedAt',
      ] as const),
      'acknowledger.name as by',
    ])
    .where('safetyMark.id', '=', id)
    .where((eb) => mayChangeClient(actor)(eb as never))
    .forUpdate('safetyMark')
    .executeTakeFirstOrThrow(notFound('mark'))

export const acknowledgeMark = (tx: Db, id: string, { userId }: Actor, note: string) =>
  tx
    .updateTable('safetyMark')
    .set({ acknowledgedAt: sql<string>`now()`, acknowledgedBy: userId, note })
    .where('id', '=', id)
    .execute()
