import type { FastifyInstance } from 'fastify'
import { getMyNotifications, type Notifications, saveMyNotifications } from '#contract/messages.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { audit } from '../../audit/audit.ts'
import { preferencesOf, savePreferences } from './notifications.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers'>

export function notificationRoutes(app: FastifyInstance, deps: Needs) {
  mount(app, getMyNotifications, (_input, { userId }) => notificationsOf(deps, userId))
  mount(app, saveMyNotifications, async ({ body }, actor) => {
    const { phone, optOuts, timeZone, version } = body
    const { userId, originalUserId } = actor
    await inTransaction(deps.db, async (tx) => {
      // An impersonating administrator may be in another time zone.
      const ownTimeZone = originalUserId === null ? timeZone : undefined
      const choice = { phone: phone || null, optOuts, timeZone: ownTimeZone }
      if (!(await savePreferences(tx, { userId, version }, choice))) throw staleError('choice')
      const row = { table: 'notification', rowId: userId }
      await audit(tx, actor, { action: 'notifications-changed', ...row })
    })
    return notificationsOf(deps, userId)
  })
}

async function notificationsOf({ db, providers }: Needs, userId: string): Promise<Notifications> {
  const preferences = await preferencesOf(db, userId)
  const { adapter } = await providers.active('email_sms')
  return {
    phone: preferences?.phone ?? '',
    optOuts: preferences?.optOuts ?? {},
    stoppedAt: preferences?.stoppedAt ?? null,
    channel: adapter.channel ?? null,
    version: preferences?.version ?? null,
  }
}
