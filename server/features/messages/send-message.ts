import type { Insertable } from 'kysely'
import type { LetterKind } from '#contract/messages/kinds.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { Message } from '../../platform/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/ids.ts'
import type { Messenger } from '../../providers/messaging/messenger.ts'
import { findRecipient, getPreferences } from './notifications/notifications.queries.ts'
import { fillPlaceholders, messageTexts, type ValuesOf } from './texts/texts.ts'

type Needs = Pick<Deps, 'queue' | 'installation'>
type NewMessage<K extends LetterKind> = {
  kind: K
  userId: string
  values: ValuesOf<K>
  /** Sent to this address only, whatever the account's is by then. */
  recipient?: string
  /** Not sent after this. */
  expiresAt?: Date
}

/**
 * Enqueues a message about the account, or an urgent one, in the caller's transaction; others are notices (`notify`). Returns its
 * id; undefined if the account is deactivated.
 */
export async function sendMessage<K extends LetterKind>(
  tx: Db,
  { queue, installation }: Needs,
  { kind, userId, values, recipient, expiresAt }: NewMessage<K>,
) {
  const person = await findRecipient(tx, userId)
  if (!person) return undefined
  const { brandName } = installation
  const placeholderValues = { ...values, brandName, firstName: person.firstName }
  const { subject, body, short } = messageTexts[kind]
  return enqueueMessage(tx, queue, {
    kind,
    language: 'en',
    ...(recipient === undefined ? { userId } : { aboutUserId: userId }),
    recipient: recipient ?? person.email,
    subject: fillPlaceholders(subject, placeholderValues),
    body: fillPlaceholders(body, placeholderValues),
    short: fillPlaceholders(short, placeholderValues),
    placeholderValues: JSON.stringify(placeholderValues),
    expiresAt: expiresAt?.toISOString() ?? null,
  })
}

export type Channel = Messenger['channel']

/** The channel of the active provider; undefined if it does not send messages. */
export const activeChannel = ({ providers }: Pick<Deps, 'providers'>): Promise<Channel> =>
  providers.active('email_sms').then(
    ({ adapter }) => adapter.channel,
    () => undefined,
  )

/** Whether the user can be reached on a channel, as far as known before sending. */
export async function canReach(db: Db, userId: string, channel: Channel) {
  if (channel !== 'text') return channel === 'email'
  const preferences = await getPreferences(db, userId)
  return Boolean(preferences?.phone) && !preferences?.stoppedAt
}

export async function enqueueMessage(
  tx: Db,
  queue: Queue,
  message: Omit<Insertable<Message>, 'id'>,
) {
  const id = newId()
  await tx
    .insertInto('message')
    .values({ ...message, id })
    .execute()
  await queue.add(tx, 'deliver', { id })
  return id
}
