import { sql } from 'kysely'
import {
  isChoice,
  type MessageChoice,
  type MessageKind,
  messageKinds,
} from '#contract/messages/kinds.ts'
import { initialOff } from '#contract/messages/messages.ts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { linkOrigin } from '../../../platform/http/origin.ts'
import { audit } from '../../audit/audit.ts'

type Needs = Pick<Deps, 'db' | 'keys'>

/** A link that turns off one kind of email of one person, and does nothing else. */
export const unsubscribeLink = (
  { config, keys }: Pick<Deps, 'config' | 'keys'>,
  userId: string,
  kind: MessageChoice,
) => {
  const signature = keys.sign('unsubscribe', userId, kind).toString('base64url')
  return `${linkOrigin(config)}/api/unsubscribe/${userId}.${kind}.${signature}`
}

/** Where the page is; the token is in the fragment, which no server logs. */
export const unsubscribePage = (token: string) => `/unsubscribe#token=${encodeURIComponent(token)}`

/** Throws not-found for a link that was not made here, or of a deleted account. */
export async function turnOffEmail({ db, keys }: Needs, token: string, address: string) {
  const [userId = '', kind = '', signature = ''] = token.split('.')
  const signed = Buffer.from(signature, 'base64url')
  if (!keys.isSigned('unsubscribe', signed, userId, kind) || !isChoice(kind as MessageKind))
    throw notFound('link')()
  const choice = kind as MessageChoice
  const off = JSON.stringify(['email'])
  const initial = JSON.stringify(initialOff(choice))
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      insert into notification (user_id, opt_outs)
      select id, jsonb_build_object(${choice}::text, ${initial}::jsonb - 'email' || ${off}::jsonb)
      from "user" where id = ${userId}
      on conflict (user_id) do update set opt_outs = notification.opt_outs || jsonb_build_object(${choice}::text,
        coalesce(notification.opt_outs -> ${choice}::text, ${initial}::jsonb) - 'email' || ${off}::jsonb)
      returning user_id`.execute(tx)
    if (!rows.length) throw notFound('link')()
    await audit(
      tx,
      { userId, address },
      {
        ...{ action: 'notifications-changed', table: 'notification', rowId: userId },
      },
    )
  })
  return { label: messageKinds[choice].label }
}
