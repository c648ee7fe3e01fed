import { z } from 'zod'
import {
  isChoice,
  type MessageChoice,
  type MessageKind,
  messageChoice,
  messageKind,
  messageKinds,
} from './kinds.ts'
import { isTimeZone } from '../rules/calendar.ts'
import { idOnly, line, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { paging, sortedBy } from '../paging.ts'
import { admins } from '../roles.ts'
import { rowVersion } from '../row-version.ts'

export const messageChannel = z.enum(['email', 'text'])
export type MessageChannel = z.infer<typeof messageChannel>

export const messageStatus = z.enum(['waiting', 'sent', 'kept', 'failed'])
export type MessageStatus = z.infer<typeof messageStatus>

export const message = z.object({
  id: rowId(),
  createdAt: z.string(),
  kind: messageKind,
  recipient: z.string(),
  subject: z.string(),
  status: messageStatus,
  attempts: z.number().int(),
  nextTryAt: z.string().nullable(),
  /** Why it was not sent; may be from the service. */
  error: z.string().nullable(),
})
export type Message = z.infer<typeof message>

/** Messages that were not sent, and any invitation, which gets a new link. */
export const canSendAgain = ({ kind, status }: Pick<Message, 'kind' | 'status'>) =>
  status === 'failed' || status === 'kept' || (status === 'sent' && kind === 'invitation')

export const listMessages = endpoint('GET /api/admin/messages', {
  access: admins,
  shows: ['message'],
  summary: 'List messages with their status, newest first, without their text',
  query: paging.omit({ q: true }).extend({
    sort: sortedBy('time'),
    status: messageStatus.optional(),
    kind: messageKind.optional(),
  }),
  response: z.array(message),
})

/** Restricted and audited: messages contain links that open accounts. */
export const readMessage = endpoint('GET /api/admin/messages/{id}', {
  opens: ['message-read'],
  isForPeopleOnly: true,
  access: ['system_admin'],
  shows: ['message'],
  summary: 'One message with its text; audited',
  params: idOnly,
  response: message.extend({ body: z.string() }),
})

export const sendAgain = endpoint('POST /api/admin/messages/{id}/send-again', {
  isForPeopleOnly: true,
  access: admins,
  changes: ['message'],
  summary:
    'Send a failed or unsent message again, to the current address; an invitation gets a new link',
  params: idOnly,
  errorCodes: ['conflict'],
  /** For an invitation, the new one. */
  response: message,
})

/** E.164; spaces and punctuation are removed. */
export const phoneNumber = line(40)
  .transform((text) => text.replaceAll(/[\s()./-]/g, ''))
  .pipe(
    z
      .string()
      .regex(
        /^(\+[1-9]\d{6,14})?$/,
        'Please enter a number with country code, such as +45 12 34 56 78',
      ),
  )

/** Channels that are turned off, by kind; a kind that is not listed has its initial choice. */
const channels = z.array(messageChannel).max(messageChannel.options.length).optional()
const optOuts = z.strictObject(
  Object.fromEntries(messageChoice.options.map((it) => [it, channels])) as Record<
    MessageChoice,
    typeof channels
  >,
)
export type OptOuts = z.infer<typeof optOuts>

/** Channels that are turned off until a person chooses. */
export const initialOff = (kind: MessageChoice): readonly MessageChannel[] =>
  messageKinds[kind].choice === 'off' ? messageChannel.options : []

export const isTurnedOff = (kind: MessageKind, optOuts: OptOuts, channel: MessageChannel) =>
  isChoice(kind) && (optOuts[kind] ?? initialOff(kind)).includes(channel)

/** How someone wants to be contacted by their coach. */
export const contactWay = z.enum(['call', 'text', 'email'])
export type ContactWay = z.infer<typeof contactWay>
export const contactWayLabel: Record<ContactWay, string> = {
  call: 'Phone call',
  text: 'Text message',
  email: 'Email',
}

export const notifications = z.object({
  /** Empty: none. */
  phone: z.string(),
  /** Null: no preference. */
  contactBy: contactWay.nullable(),
  optOuts,
  /** When the phone replied STOP; no text messages since then. */
  stoppedAt: z.string().nullable(),
  /** Null where messages are not sent. */
  channel: messageChannel.nullable(),
  /** Null where nothing was saved yet. */
  version: rowVersion.nullable(),
})
export type Notifications = z.infer<typeof notifications>

export const getMyNotifications = endpoint('GET /api/my-notifications', {
  access: 'signed-in',
  shows: ['notification'],
  summary: 'Your notification settings',
  response: notifications,
})

export const saveMyNotifications = endpoint('PUT /api/my-notifications', {
  access: 'signed-in',
  isOwnAct: true,
  changes: ['notification'],
  summary: 'Save your notification settings; messages about the account cannot be turned off',
  body: z.object({
    phone: phoneNumber,
    contactBy: contactWay.nullable().optional(),
    optOuts,
    /** Of the browser, for times in messages. */
    timeZone: line(100).refine(isTimeZone, 'Unknown time zone').optional(),
    /** The version that was read; null where there was none. */
    version: rowVersion.nullable(),
  }),
  response: notifications,
})
