import type { Session } from '#contract/sessions/sessions.ts'
import { mayReadClient } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { conversationOrigin, sharing } from '../session-rows.ts'

/** False if it is already shared. */
export async function insertShare(tx: Db, sessionId: string, sharedBy: string) {
  const added = await tx
    .insertInto('conversationShare')
    .values({ sessionId, sharedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sessionId')
    .executeTakeFirst()
  return added !== undefined
}

/** False if it was not shared. */
export async function deleteShare(tx: Db, sessionId: string) {
  const removed = await tx
    .deleteFrom('conversationShare')
    .where('sessionId', '=', sessionId)
    .returning('sessionId')
    .executeTakeFirst()
  return removed !== undefined
}

export const getConversation = (tx: Db, sessionId: string) =>
  tx
    .selectFrom('session')
    .select(['transcribedTextScripted as text', 'version'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow(notFound('session'))

/**
 * The conversation of a session while it is shared, on a plan that the actor may read. Throws not-found otherwise.
 */
export const sharedConversation = (db: Db, actor: Actor, sessionId: string) =>
  db
    .selectFrom('session')
    .innerJoin('conversationShare', 'conversationShare.sessionId', 'session.id')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .leftJoin('user as sharer', 'sharer.id', 'conversationShare.sharedBy')
    .leftJoin('user as checker', 'checker.id', 'session.conversationCheckedBy')
    .select([
      'session.clientId',
      'session.sessionDate',
      'sessionDefinition.name as sessionDefinitionName',
      'session.transcribedTextScripted as text',
      conversationOrigin.as('origin'),
      sharing.$castTo<NonNullable<Session['sharing']>>().as('sharing'),
    ])
    .where('session.id', '=', sessionId)
    .where('session.transcribedTextScripted', 'is not', null)
    .where((eb) => mayReadClient(actor)(eb as never))
    .$narrowType<{ text: string }>()
    .executeTakeFirstOrThrow(notFound('conversation'))
