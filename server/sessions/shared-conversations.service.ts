import { lockSession } from '../access.ts'
import { audit, auditOpening } from '../audit/audit.ts'
import type { Db } from '../db/db.ts'
import { stale } from '../db/row-version.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../http/mount.ts'
import { sessionDetailOf } from './sessions.queries.ts'
import {
  conversationOf,
  insertShare,
  removeShare,
  sharedConversation,
} from './shared-conversations.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation'>

/**
 * Lets the client read the conversation. Throws conflict where there is none, and stale where it is another one than was
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
    if (conversation.version !== version) throw stale('conversation')
    if (!(await insertShare(tx, id, actor.userId))) return
    await audit(tx, actor, {
      action: 'conversation-shared',
      ...{ table: 'session', rowId: id, clientId },
    })
  })
  return sessionDetailOf(deps, actor, id, 'omit')
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
