import { lockSession } from '../../../platform/access.ts'
import { audit, auditOpening } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { findFollower } from '../../clients/find-follower.ts'
import { linkOrigin } from '../../../platform/http/origin.ts'
import { recipientOf } from '../../messages/notifications/notifications.queries.ts'
import { sendMessage } from '../../messages/send-message.ts'
import { noteTold } from '../../messages/told.queries.ts'
import { sessionDetailOf } from '../sessions.queries.ts'
import {
  conversationOf,
  insertShare,
  removeShare,
  sharedConversation,
} from './shared-conversations.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'queue' | 'installation'>

/**
 * Lets the client read the conversation. Throws conflict where there is none, and staleError where it is another one than was
 * read: nobody shares words that they have not seen.
 */
export async function share(
  deps: Needs,
  actor: Actor,
  { id, version }: { id: string; version: number },
) {
  await inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    const conversation = await conversationOf(tx, id)
    if (conversation.text === null)
      throw new AppError('conflict', 'There is no conversation to share.')
    if (conversation.version !== version) throw staleError('conversation')
    if (!(await insertShare(tx, id, actor.userId))) return
    await audit(tx, actor, {
      action: 'conversation-shared',
      ...{ table: 'session', rowId: id, clientId },
    })
    await tellReader(tx, deps, { sessionId: id, version, clientId, sharedBy: actor.userId })
  })
  return sessionDetailOf(deps, actor, id, 'omit')
}

type Told = { sessionId: string; version: number; clientId: string; sharedBy: string }

/** Tells whoever follows the plan, of the same words once. */
async function tellReader(tx: Db, deps: Needs, { sessionId, version, clientId, sharedBy }: Told) {
  const userId = await findFollower(tx, clientId)
  if (!userId) return
  const told = { about: 'conversation' as const, rowId: sessionId, userId, version }
  const at = new Date().toISOString()
  if (!(await noteTold(tx, { ...told, step: 'ahead', at }))) return
  const sharer = await recipientOf(tx, sharedBy)
  await sendMessage(tx, deps, {
    ...{ kind: 'sharedConversation', userId },
    values: {
      sharedBy: sharer?.firstName ?? 'Your coach',
      link: `${linkOrigin(deps.config)}/app/my-plan/${clientId}`,
    },
  })
}

/** Takes it back. One that is not shared stays so. */
export async function withdraw(deps: Needs, actor: Actor, id: string) {
  await inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    if (!(await removeShare(tx, id))) return
    await audit(tx, actor, {
      action: 'conversation-withdrawn',
      ...{ table: 'session', rowId: id, clientId },
    })
  })
  return sessionDetailOf(deps, actor, id, 'omit')
}

/** What a client reads; that it was opened is in the log. */
export async function openShared(db: Db, actor: Actor, id: string) {
  const { clientId, ...conversation } = await sharedConversation(db, actor, id)
  await auditOpening(db, actor, {
    action: 'shared-conversation-opened',
    ...{ table: 'session', rowIds: [id], clientId },
  })
  return conversation
}
