import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { maxWebhooks, type webhookForm } from '#contract/webhooks/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { requirePublicUrl } from '../integrations/checks/require-public-address.ts'
import { audit } from '../audit/audit.ts'
import { addDelivery, restartDelivery } from './deliveries.queries.ts'
import { deleteWebhookRow, insertWebhook, listWebhooks, lockWebhook } from './webhooks.queries.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'config'>
type Form = z.output<typeof webhookForm>

/** Standard Webhooks require 24 to 64 bytes. */
const secretBytes = 32

/** Returns the signing secret, which is shown only once. */
export async function addWebhook({ db, keys, config }: Needs, actor: Actor, { url, events }: Form) {
  const { host } = new URL(url)
  if (!config.allowedLocalHosts.includes(host)) await requirePublicUrl('url', 'URL', url)
  return inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'webhooks')
    if ((await listWebhooks(tx)).length >= maxWebhooks)
      throw new AppError('conflict', `There are already ${maxWebhooks} webhooks. Delete one first.`)
    const id = newId()
    const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
    await insertWebhook(tx, {
      id,
      url,
      events,
      secret: keys.encrypt('webhook-secret', id, secret),
    })
    await audit(tx, actor, {
      action: 'webhook-created',
      table: 'webhook',
      rowId: id,
      details: { host, events: events.join(' ') },
    })
    const row = (await listWebhooks(tx)).find((it) => it.id === id)
    if (!row) throw notFound('webhook')()
    return { ...row, secret }
  })
}

export const removeWebhook = (db: Db, actor: Actor, id: string) =>
  inTransaction(db, async (tx) => {
    if (!(await deleteWebhookRow(tx, id))) throw notFound('webhook')()
    await audit(tx, actor, { action: 'webhook-deleted', table: 'webhook', rowId: id })
    return {}
  })

type Sending = Pick<Deps, 'db' | 'queue'>

export const sendTest = ({ db, queue }: Sending, id: string) =>
  inTransaction(db, async (tx) => {
    if (!(await lockWebhook(tx, id))) throw notFound('webhook')()
    await addDelivery(tx, queue, id, { event: 'test', data: {} })
    return {}
  })

export const resendDelivery = (
  { db, queue }: Sending,
  { id, deliveryId }: { id: string; deliveryId: string },
) =>
  inTransaction(db, async (tx) => {
    if (!(await restartDelivery(tx, queue, id, deliveryId)))
      throw new AppError('conflict', 'Only a failed delivery can be sent again.')
    return {}
  })
