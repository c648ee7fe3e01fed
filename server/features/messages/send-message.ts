import { messageKinds, type MessageKind, type MessageWay } from '#contract/messages.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Queue } from '../../platform/db/queue.ts'
import type { Message } from '../../platform/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/ids.ts'
import type { Messenger } from '../../providers/messaging/messenger.ts'
import { chosenBy, recipientOf, type Unwanted } from './notifications/notifications.queries.ts'
import { filledIn } from './texts/placeholders.ts'
import { texts, type ValuesOf } from './texts/texts.ts'

type Needs = Pick<Deps, 'queue' | 'installation'>
type Letter<K extends MessageKind> = {
  kind: K
  /** For whom it is. */
  userId: string
  values: ValuesOf<K>
  /** A calendar file that goes with it, where the way can carry one. */
  calendar?: string
  /** From when on it would tell of what has passed, and does not leave any more. */
  expiresAt?: Date
}

/**
 * Takes a message over inside the caller's transaction: it goes out when that is committed, and not at all when it is
 * rolled back. Calls no service meanwhile. Answers its id; undefined where that person is out, or wants no such message by
 * any way.
 */
export async function sendMessage<K extends MessageKind>(
  tx: Db,
  { queue, installation }: Needs,
  { kind, userId, values, calendar, expiresAt }: Letter<K>,
) {
  const person = await recipientOf(tx, userId)
  if (!person || isUnwanted(kind, person.unwanted)) return undefined
  const language = 'en'
  const { brandName } = installation
  const given = { ...values, brandName, firstName: person.firstName }
  const { subject, body, short } = texts[kind][language]
  return post(tx, queue, {
    ...{ kind, language, userId, recipient: person.email },
    subject: filledIn(subject, given),
    body: filledIn(body, given),
    short: filledIn(short, given),
    given: JSON.stringify(given),
    calendar: calendar ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  })
}

export type Way = Messenger['way']

/** By which way messages leave this installation at present; undefined where they stay here. */
export const presentWay = ({ providers }: Pick<Deps, 'providers'>): Promise<Way> =>
  providers.active('email_sms').then(
    ({ adapter }) => adapter.way,
    () => undefined,
  )

/** Whether a message by that way can get to this person, as far as it is known before it is tried. */
export async function canReach(db: Db, userId: string, way: Way) {
  if (way !== 'text') return way === 'email'
  const chosen = await chosenBy(db, userId)
  return Boolean(chosen?.phone) && !chosen?.stoppedAt
}

/** Writes it down and queues that it is brought on its way. */
export async function post(tx: Db, queue: Queue, message: Omit<Insertable<Message>, 'id'>) {
  const id = newId()
  await tx
    .insertInto('message')
    .values({ ...message, id })
    .execute()
  await queue.add(tx, 'deliver', { messageId: id })
  return id
}

/** By this way, or by none at all. Messages about the account cannot be switched off. */
export function isUnwanted(kind: MessageKind, unwanted: Unwanted, way?: MessageWay) {
  const { choice }: (typeof messageKinds)[MessageKind] & { choice?: keyof Unwanted } =
    messageKinds[kind]
  const not = (choice && unwanted[choice]) ?? []
  return way ? not.includes(way) : not.length > 1
}
