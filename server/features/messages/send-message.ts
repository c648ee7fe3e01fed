import type { Insertable } from 'kysely'
import { messageKinds, type MessageKind, type MessageChannel } from '#contract/messages/messages.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { Message } from '../../platform/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/ids.ts'
import type { Messenger } from '../../providers/messaging/messenger.ts'
import {
  getPreferences,
  findRecipient,
  type OptOuts,
} from './notifications/notifications.queries.ts'
import { fillPlaceholders, messageTexts, type ValuesOf } from './texts/texts.ts'

type Needs = Pick<Deps, 'queue' | 'installation'>
type NewMessage<K extends MessageKind> = {
  kind: K
  userId: string
  values: ValuesOf<K>
  /** Sent to this address only, whatever the account's is by then. */
  recipient?: string
  /** A calendar file to attach to an email. */
  calendar?: string
  /** Not sent after this. */
  expiresAt?: Date
}

/**
 * Enqueues a message in the caller's transaction. Returns its id; undefined if the account is deactivated or the user has
 * opted out on all channels.
 */
export async function sendMessage<K extends MessageKind>(
  tx: Db,
  { queue, installation }: Needs,
  { kind, userId, values, recipient, calendar, expiresAt }: NewMessage<K>,
) {
  const person = await findRecipient(tx, userId)
  if (!person || isOptedOut(kind, person.optOuts)) return undefined
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
    calendar: calendar ?? null,
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

/** On this channel, or on all. Messages about the account have no opt-out. */
export function isOptedOut(kind: MessageKind, optOuts: OptOuts, channel?: MessageChannel) {
  const { choice }: (typeof messageKinds)[MessageKind] & { choice?: keyof OptOuts } =
    messageKinds[kind]
  const optedOut = (choice && optOuts[choice]) ?? []
  return channel ? optedOut.includes(channel) : optedOut.length > 1
}
