import { z } from 'zod'
import type { Role } from '../roles.ts'

/** Headings of the notification settings. */
export const messageGroups = {
  sessions: 'Sessions',
  plan: 'Your plan',
  clients: 'Your clients',
  administration: 'Administration',
  account: 'Account and safety',
} as const
export type MessageGroup = keyof typeof messageGroups

const admins = ['system_admin', 'maylab_admin'] as const
const client = ['client_user'] as const
const coach = ['coach_user'] as const

type Kind = {
  label: string
  group: MessageGroup
  /** Who gets it; none: everybody. */
  roles?: readonly Role[]
  /** Whether it is sent by email or text until the person chooses; none: always, and cannot be turned off. */
  choice?: 'on' | 'off'
  /** Only in the notification list: never sent. */
  isBellOnly?: true
}

/** What is told of a row when it is sent, in as few messages as possible (docs/product.md, "Messages"). */
export const noticeKinds = {
  sessionChanged: {
    ...{ label: 'Session planned, moved or cancelled', group: 'sessions' },
    roles: [...client, ...coach],
  },
  sessionReminder: {
    ...{ label: 'A session tomorrow', group: 'sessions', choice: 'on', roles: client },
  },
  sessionSoon: {
    ...{ label: 'A session in an hour', group: 'sessions', choice: 'off', roles: client },
  },
  sessionsToday: {
    ...{ label: 'Sessions of the day, at 7 AM', group: 'sessions', choice: 'off', roles: coach },
  },
  calendarUnreadable: {
    ...{ label: 'A calendar of yours that can’t be read', group: 'sessions', choice: 'on' },
    roles: coach,
  },
  welcome: { label: 'Welcome', group: 'plan', roles: client },
  accessEnding: { label: 'Your access through your employer', group: 'plan', roles: client },
  coachAssigned: { label: 'Your coach', group: 'plan', choice: 'on', roles: client },
  assignmentGiven: { label: 'A new assignment', group: 'plan', choice: 'on', roles: client },
  assignmentDue: {
    ...{ label: 'An assignment due tomorrow', group: 'plan', choice: 'on', roles: client },
  },
  questionnaireGiven: {
    ...{ label: 'A new questionnaire', group: 'plan', choice: 'on', roles: client },
  },
  questionnaireDue: {
    ...{ label: 'A questionnaire due tomorrow', group: 'plan', choice: 'on', roles: client },
  },
  sharedConversation: {
    ...{ label: 'A shared conversation', group: 'plan', choice: 'on', roles: client },
  },
  sessionRequested: {
    ...{ label: 'A client asks for a time', group: 'sessions', choice: 'on', roles: coach },
  },
  sessionRequestAnswered: {
    ...{ label: 'Answer to your request', group: 'sessions', choice: 'on', roles: client },
  },
  sessionRequestWaits: {
    ...{ label: 'A request without an answer', group: 'administration', choice: 'on' },
    roles: admins,
  },
  consentRecorded: { label: 'A choice recorded for you', group: 'plan', roles: client },
  coachingEnded: { label: 'The end of a coaching', group: 'account', roles: [...client, ...coach] },
  archiveReady: { label: 'An archive of all data', group: 'account' },
  newClient: { label: 'A new client', group: 'clients', choice: 'on', roles: coach },
  questionnaireAnswered: {
    ...{ label: 'An answered questionnaire', group: 'clients', choice: 'on', roles: coach },
  },
  assignmentCompleted: {
    ...{ label: 'A completed assignment', group: 'clients', choice: 'on', roles: coach },
  },
  consentChanged: {
    ...{ label: 'A consent given or withdrawn', group: 'clients', choice: 'on', roles: coach },
  },
  recordingFailed: {
    ...{ label: 'A recording that failed', group: 'clients', isBellOnly: true, roles: coach },
  },
  transcriptReady: {
    ...{ label: 'A transcript', group: 'clients', isBellOnly: true, roles: coach },
  },
  valuesToReview: {
    ...{ label: 'Values to review', group: 'clients', isBellOnly: true, roles: coach },
  },
  clientWithoutCoach: {
    ...{ label: 'A new client without a coach', group: 'administration', choice: 'on' },
    roles: admins,
  },
  coachOnLeave: {
    ...{ label: 'A coach on leave with sessions ahead', group: 'administration', choice: 'on' },
    roles: admins,
  },
  onboardingLinkRotated: {
    ...{ label: 'A new onboarding link', group: 'administration', choice: 'on' },
    roles: [...admins, 'org_user'],
  },
  backupFailed: {
    ...{ label: 'A backup failed', group: 'administration', choice: 'on', roles: admins },
  },
  backupMissing: {
    ...{ label: 'No backup for two days', group: 'administration', choice: 'on', roles: admins },
  },
  storageFull: {
    ...{ label: 'Storage nearly full', group: 'administration', choice: 'on', roles: admins },
  },
  messagesFailing: {
    ...{ label: 'Messages that failed', group: 'administration', isBellOnly: true, roles: admins },
  },
  feedbackGiven: {
    ...{ label: 'Feedback on a session', group: 'clients', isBellOnly: true, roles: coach },
  },
} as const satisfies Record<string, Kind>
export type NoticeKindName = keyof typeof noticeKinds

/** Written when they are sent to the queue: about the account, or urgent. */
const letterKinds = {
  passwordReset: { label: 'New password', group: 'account' },
  invitation: { label: 'Invitation', group: 'account' },
  safetyMark: { label: 'Safety mark', group: 'account', roles: coach },
  safetyMarkWaiting: { label: 'Safety mark not acknowledged', group: 'account', roles: admins },
  securityNotice: { label: 'Account security', group: 'account' },
  administratorAct: {
    ...{ label: 'Act of an administrator', group: 'account', roles: ['system_admin'] },
  },
  emailChange: { label: 'Confirm email', group: 'account' },
  emailTaken: { label: 'Email already in use', group: 'account' },
  emailChanged: { label: 'Email changed', group: 'account' },
} as const satisfies Record<string, Kind>
export type LetterKind = keyof typeof letterKinds

export const messageKinds = { ...noticeKinds, ...letterKinds }
export type MessageKind = keyof typeof messageKinds
export const messageKind = z.enum(Object.keys(messageKinds) as MessageKind[])

export const isNotice = (kind: MessageKind): kind is NoticeKindName => kind in noticeKinds

export type MessageChoice = {
  [Name in MessageKind]: (typeof messageKinds)[Name] extends { choice: string } ? Name : never
}[MessageKind]
/** Kinds that users can turn on and off. */
export const messageChoice = z.enum(
  messageKind.options.filter((it): it is MessageChoice => 'choice' in messageKinds[it]),
)
export const isChoice = (kind: MessageKind): kind is MessageChoice => 'choice' in messageKinds[kind]

export const isBellOnly = (kind: MessageKind) => 'isBellOnly' in messageKinds[kind]
