import { z } from 'zod'
import { isTimeZone } from './calendar.ts'
import { line, rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { paging, sortedBy } from './paging.ts'
import { admins } from './roles.ts'
import { rowVersion } from './row-version.ts'

/** What people may choose not to be told of, with the words for it. */
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
  /** Whoever does not want these gets none; without it nobody can switch it off. */
  choice?: ReminderChoice
}

/** Every message that the product sends. */
export const messageKinds = {
  passwordReset: { label: 'New password' },
  invitation: { label: 'Invitation' },
  sessionReminder: { label: 'Session reminder', choice: 'sessionReminder' },
  sessionMoved: { label: 'Session moved', choice: 'sessionReminder' },
  sessionCancelled: { label: 'Session cancelled', choice: 'sessionReminder' },
  assignmentDue: { label: 'Assignment due', choice: 'assignmentDue' },
  sharedConversation: { label: 'Shared conversation', choice: 'sharedConversation' },
  safetyMark: { label: 'Answer that should not wait' },
} as const satisfies Record<string, Kind>
export type MessageKind = keyof typeof messageKinds
export const messageKind = z.enum(Object.keys(messageKinds) as MessageKind[])

/** The way by which messages reach people. */
export const messageWay = z.enum(['email', 'text'])
export type MessageWay = z.infer<typeof messageWay>

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
  /** While it waits. */
  nextTryAt: z.string().nullable(),
  /** Why it has not left, in the words of the service. */
  error: z.string().nullable(),
})
export type Message = z.infer<typeof message>

/** What failed or was kept; an invitation also after it has left, as one that is lost is made anew. */
export const maySendAgain = ({ kind, status }: Pick<Message, 'kind' | 'status'>) =>
  status === 'failed' || status === 'kept' || (status === 'sent' && kind === 'invitation')

const params = z.object({ id: rowId() })

export const listMessages = endpoint('GET /api/admin/messages', {
  access: admins,
  shows: ['message'],
  summary: 'Messages to people, newest first, and what became of them; never their text',
  query: paging.omit({ q: true }).extend({
    sort: sortedBy('time'),
    status: messageStatus.optional(),
    kind: messageKind.optional(),
  }),
  response: z.array(message),
})

/** Messages hold links that open accounts. */
export const readMessage = endpoint('GET /api/admin/messages/{id}', {
  access: ['system_admin'],
  shows: ['message'],
  summary: 'The text of one message; each opening is in the audit log',
  params,
  response: message.extend({ body: z.string() }),
})

export const sendAgain = endpoint('POST /api/admin/messages/{id}/send-again', {
  access: admins,
  changes: ['message'],
  summary:
    'Send a message again that failed or was kept here, to the present address; an invitation is made anew',
  params,
  refuses: ['conflict'],
  /** For an invitation the new one, in the place of one that has not left. */
  response: message,
})

/** As telephones write it (E.164): a plus, the country, the number. Spaces and signs between the digits are left out. */
export const telephone = line(40)
  .transform((text) => text.replaceAll(/[\s()./-]/g, ''))
  .pipe(
    z
      .string()
      .regex(
        /^(\+[1-9]\d{6,14})?$/,
        'Please enter a number with its country, such as +45 12 34 56 78',
      ),
  )

const ways = z.array(messageWay).max(messageWay.options.length).optional()
const unwanted = z.strictObject({
  ...{ sessionReminder: ways, assignmentDue: ways, sharedConversation: ways },
} satisfies Record<ReminderChoice, typeof ways>)

export const notifications = z.object({
  /** Empty where there is none. */
  phone: z.string(),
  /** By what is told, the ways by which it is not wanted. */
  unwanted,
  /** No text messages go out since then, as the telephone answered STOP. */
  stoppedAt: z.string().nullable(),
  /** The way by which messages leave at present; null where they stay in the outbox. */
  way: messageWay.nullable(),
  /** Null where nothing was chosen yet. */
  version: rowVersion.nullable(),
})
export type Notifications = z.infer<typeof notifications>

export const getMyNotifications = endpoint('GET /api/my-notifications', {
  access: 'signed-in',
  shows: ['notification'],
  summary: 'What one is told of, and by which way',
  response: notifications,
})

export const saveMyNotifications = endpoint('PUT /api/my-notifications', {
  access: 'signed-in',
  changes: ['notification'],
  summary:
    'Choose what one is told of, and by which way; messages about the account cannot be switched off',
  body: z.object({
    phone: telephone,
    unwanted,
    /** Of the browser: in which messages say what o'clock it is. */
    timeZone: line(100).refine(isTimeZone, 'This time zone is not known here').optional(),
    /** The one that was read; null where there was none. */
    version: rowVersion.nullable(),
  }),
  response: notifications,
})
