import type { FastifyInstance } from 'fastify'
import { getMyNotifications, type Notifications, saveMyNotifications } from '#contract/messages.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { audit } from '../../audit/audit.ts'
import { chosenBy, saveChoice } from './notifications.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers'>

export function notificationRoutes(app: FastifyInstance, deps: Needs) {
  mount(app, getMyNotifications, (_input, { userId }) => notificationsOf(deps, userId))
  mount(app, saveMyNotifications, async ({ body }, actor) => {
    const { phone, unwanted, timeZone, version } = body
    const { userId, originalUserId } = actor
    await inTransaction(deps.db, async (tx) => {
      // Whoever acts as somebody sits at another clock.
      const clock = originalUserId === null ? timeZone : undefined
      const choice = { phone: phone || null, unwanted, timeZone: clock }
      if (!(await saveChoice(tx, { userId, version }, choice))) throw staleError('choice')
      const row = { table: 'notification', rowId: userId }
      await audit(tx, actor, { action: 'notifications-changed', ...row })
    })
    return notificationsOf(deps, userId)
  })
}

async function notificationsOf({ db, providers }: Needs, userId: string): Promise<Notifications> {
  const chosen = await chosenBy(db, userId)
  const { adapter } = await providers.active('email_sms')
  return {
    phone: chosen?.phone ?? '',
    unwanted: chosen?.unwanted ?? {},
    stoppedAt: chosen?.stoppedAt ?? null,
    way: adapter.way ?? null,
    version: chosen?.version ?? null,
  }
}
