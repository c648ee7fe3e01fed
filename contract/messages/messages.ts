import { z } from 'zod'
import { isTimeZone } from '../rules/calendar.ts'
import { idOnly, line, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { paging, sortedBy } from '../paging.ts'
import { admins } from '../roles.ts'
import { rowVersion } from '../row-version.ts'

/** Messages that users can turn off, with their labels. */
export const reminderChoices = {
  sessionReminder: {
    label: 'Session reminders',
    help: 'The day before a session, and when it is moved or cancelled.',
  },
  assignmentDue: { label: 'Home assignments', help: 'The day before one is due.' },
  sharedConversation: {
    label: 'Shared conversations',
    help: 'When a coach shares one. The message has a link, never the conversation.',
  },
} as const
export type ReminderChoice = keyof typeof reminderChoices
export const reminderChoice = z.enum(Object.keys(reminderChoices) as ReminderChoice[])

type Kind = {
  label: string
  /** The opt-out that covers it; none: cannot be turned off. */
  choice?: ReminderChoice
}

export const messageKinds = {
  passwordReset: { label: 'New password' },
  invitation: { label: 'Invitation' },
  sessionReminder: { label: 'Session reminder', choice: 'sessionReminder' },
  sessionMoved: { label: 'Session moved', choice: 'sessionReminder' },
  sessionCancelled: { label: 'Session cancelled', choice: 'sessionReminder' },
  assignmentDue: { label: 'Assignment due', choice: 'assignmentDue' },
  sharedConversation: { label: 'Shared conversation', choice: 'sharedConversation' },
  consentRecorded: { label: 'Choice recorded' },
  safetyMark: { label: 'Safety mark' },
  safetyMarkWaiting: { label: 'Safety mark not acknowledged' },
  securityNotice: { label: 'Account security' },
  administratorAct: { label: 'Act of an administrator' },
  emailChange: { label: 'Confirm email' },
  emailTaken: { label: 'Email already in use' },
  emailChanged: { label: 'Email changed' },
} as const satisfies Record<string, Kind>
export type MessageKind = keyof typeof messageKinds
export const messageKind = z.enum(Object.keys(messageKinds) as MessageKind[])

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

const channels = z.array(messageChannel).max(messageChannel.options.length).optional()
const optOuts = z.strictObject({
  sessionReminder: channels,
  assignmentDue: channels,
  sharedConversation: channels,
} satisfies Record<ReminderChoice, typeof channels>)

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
  /** Channels that are turned off, by kind of reminder. */
  optOuts: optOuts,
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
    optOuts: optOuts,
    /** Of the browser, for times in messages. */
    timeZone: line(100).refine(isTimeZone, 'Unknown time zone').optional(),
    /** The version that was read; null where there was none. */
    version: rowVersion.nullable(),
  }),
  response: notifications,
})
