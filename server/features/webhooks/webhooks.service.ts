import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { maxWebhooks, type webhookForm } from '#contract/outgoing-webhooks.ts'
import type { Deps } from '../../deps.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { resolvesToLocal } from '../integrations/checks/require-public-address.ts'
import { audit } from '../audit/audit.ts'
import { insertTestDelivery } from './deliveries.queries.ts'
import { countWebhooks, deleteWebhookRow, insertWebhook, listWebhooks } from './webhooks.queries.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'config'>
type Form = z.output<typeof webhookForm>

/** Standard Webhooks require 24 to 64 bytes. */
const secretBytes = 32

/** Returns the signing secret, which is shown only once. */
export async function addWebhook({ db, keys, config }: Needs, actor: Actor, { url, events }: Form) {
  await requireAllowedAddress(url, config.localWebhookHosts)
  return inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'webhooks')
    if ((await countWebhooks(tx)) >= maxWebhooks)
      throw new AppError('conflict', `There are already ${maxWebhooks} webhooks. Delete one first.`)
    const id = newId()
    const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
    await insertWebhook(tx, {
      ...{ id, url, events },
      secret: keys.encrypt('webhook-secret', id, secret),
    })
    await audit(tx, actor, {
      ...{ action: 'webhook-created', table: 'webhook', rowId: id },
      details: { host: new URL(url).host, events: events.join(' ') },
    })
    const row = (await listWebhooks(tx)).find((it) => it.id === id)
    if (!row) throw notFound('webhook')()
    return { ...row, secret }
  })
}

/** Product decisions, section 4: an address on this machine or its network is rejected. */
async function requireAllowedAddress(url: string, allowedHosts: readonly string[]) {
  const { host, hostname, username, password } = new URL(url)
  if (username || password)
    throw new AppError('invalid', 'URL must not contain a password.', {
      url: 'URL must not contain a password',
    })
  if (allowedHosts.includes(host) || !(await resolvesToLocal(hostname.replace(/^\[(.*)\]$/, '$1'))))
    return
  const error =
    'URL points to this machine or its local network, which only the environment may allow'
  throw new AppError('invalid', `${error}.`, { url: error })
}

export const removeWebhook = (db: Db, actor: Actor, id: string) =>
  inTransaction(db, async (tx) => {
    if (!(await deleteWebhookRow(tx, id))) throw notFound('webhook')()
    await audit(tx, actor, { action: 'webhook-deleted', table: 'webhook', rowId: id })
    return {}
  })

export async function sendTest(db: Db, id: string) {
  if (!(await insertTestDelivery(db, id))) throw notFound('webhook')()
  return {}
}
