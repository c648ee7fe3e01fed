import { lockSession } from '../../../platform/access.ts'
import { audit, auditOpening } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { findFollower } from '../../clients/find-follower.ts'
import { notify } from '../../messages/notices/notify.ts'
import { openSession } from '../sessions.service.ts'
import {
  getConversation,
  insertShare,
  deleteShare,
  sharedConversation,
} from './shared-conversations.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'queue' | 'installation' | 'providers'>

/**
 * Shares the conversation with the client. Throws conflict if there is none, and stale if it has changed, so that
 * nobody shares text that they have not seen.
 */
export async function share(
  deps: Needs,
  actor: Actor,
  { id, version }: { id: string; version: number },
) {
  await inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    const conversation = await getConversation(tx, id)
    if (conversation.text === null)
      throw new AppError('conflict', 'This session has no conversation to share.')
    if (conversation.version !== version) throw staleError('conversation')
    if (!(await insertShare(tx, id, actor.userId))) return
    await audit(tx, actor, {
      action: 'conversation-shared',
      ...{ table: 'session', rowId: id, clientId },
    })
    const userId = await findFollower(tx, clientId)
    await notify(tx, deps, { kind: 'sharedConversation', userId, by: actor.userId, rowId: id })
  })
  return openSession(deps, actor, id, 'omit')
}

export async function withdraw(deps: Needs, actor: Actor, id: string) {
  await inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    if (!(await deleteShare(tx, id))) return
    await audit(tx, actor, {
      action: 'conversation-withdrawn',
      ...{ table: 'session', rowId: id, clientId },
    })
  })
  return openSession(deps, actor, id, 'omit')
}

export async function openSharedConversation(db: Db, actor: Actor, id: string) {
  const { clientId, ...conversation } = await sharedConversation(db, actor, id)
  await auditOpening(db, actor, {
    action: 'shared-conversation-opened',
    ...{ table: 'session', rowIds: [id], clientId },
  })
  return conversation
}
