import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  getMyNotifications,
  listMessages,
  type Notifications,
  readMessage,
  saveMyNotifications,
} from '#contract/messages/messages.ts'
import { listMyNotices, readMyNotices } from '#contract/messages/notices.ts'
import { openUnsubscribe, unsubscribe } from '#contract/messages/unsubscribe.ts'
import { audit } from '../audit/audit.ts'
import { auditDaily } from '../audit/audit-daily.ts'
import type { Deps } from '../../deps.ts'
import { staleError } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { mount, mountRaw } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { findRecipientClients, messageList, messageWithBody } from './messages.queries.ts'
import { listNotices, markRead } from './notices/notices.service.ts'
import { turnOffEmail, unsubscribePage } from './notifications/unsubscribe.service.ts'
import { getPreferences, savePreferences } from './notifications/notifications.queries.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'installation' | 'keys' | 'providers'>

export function messageRoutes(app: FastifyInstance, deps: Needs) {
  const { db } = deps
  mount(app, listMessages, (asked) =>
    answerList(db, listMessages, messageList, asked, sql`message.status <> 'bell'`),
  )
  mount(app, readMessage, async ({ params: { id } }, actor) => {
    const opened = await messageWithBody(db, id)
    // It may contain a link that opens an account.
    await audit(db, actor, { action: 'message-opened', table: 'message', rowId: id })
    await auditDaily(db, actor, 'message-read', await findRecipientClients(db, id))
    return opened
  })
  mount(app, listMyNotices, (_input, { userId }) => listNotices(deps, userId))
  mount(app, readMyNotices, async ({ body: { ids } }, { userId, originalUserId }) => {
    // Not while an administrator is impersonating the user.
    if (originalUserId === null) await markRead(deps, userId, ids)
    return { ok: true as const }
  })
  mountRaw(app, openUnsubscribe, async ({ params: { token }, reply }) =>
    reply.redirect(unsubscribePage(token), 302),
  )
  mount(app, unsubscribe, ({ params: { token }, browser }) =>
    turnOffEmail(deps, token, browser.address),
  )
  mount(app, getMyNotifications, (_input, { userId }) => readNotifications(deps, userId))
  mount(app, saveMyNotifications, async ({ body }, actor) => {
    const { phone, contactBy, optOuts, timeZone, version } = body
    const { userId } = actor
    await inTransaction(db, async (tx) => {
      const choice = { phone: phone || null, contactBy, optOuts, timeZone }
      if (!(await savePreferences(tx, { userId, version }, choice))) throw staleError('choice')
      const row = { table: 'notification', rowId: userId }
      await audit(tx, actor, { action: 'notifications-changed', ...row })
    })
    return readNotifications(deps, userId)
  })
}

async function readNotifications({ db, providers }: Needs, userId: string): Promise<Notifications> {
  const preferences = await getPreferences(db, userId)
  const { adapter } = await providers.active('email_sms')
  return {
    phone: preferences?.phone ?? '',
    contactBy: preferences?.contactBy ?? null,
    optOuts: preferences?.optOuts ?? {},
    stoppedAt: preferences?.stoppedAt ?? null,
    channel: adapter.channel ?? null,
    version: preferences?.version ?? null,
  }
}
