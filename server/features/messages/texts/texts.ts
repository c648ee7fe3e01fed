import type { MessageKind } from '#contract/messages.ts'
import type { NamesIn } from './placeholders.ts'

export const languages = ['en'] as const
export type Language = (typeof languages)[number]

/** What every text may say. */
type Always = 'brandName' | 'firstName'

/** What beside it may be said in a message of each kind: never what people said, and of others the first name only. */
type Values = {
  passwordReset: 'link' | 'minutes'
  invitation: 'link' | 'days' | 'invitedBy'
  sessionReminder: 'with' | 'day' | 'time' | 'link'
  sessionMoved: 'with' | 'day' | 'time' | 'link'
  sessionCancelled: 'with' | 'day' | 'time' | 'link'
  assignmentDue: 'what' | 'day' | 'link'
  sharedConversation: 'sharedBy' | 'link'
  safetyMark: 'link'
}
export type ValuesOf<K extends MessageKind> = Record<Values[K], string>

type Text = {
  subject: string
  /** For an e-mail. */
  body: string
  /** For a text message. */
  short: string
}

/** A text that names what its kind has no value for does not compile. */
const of =
  <K extends MessageKind>() =>
  <const Subject extends string, const Body extends string, const Short extends string>(text: {
    subject: NamesIn<Subject> extends Values[K] | Always ? Subject : never
    body: NamesIn<Body> extends Values[K] | Always ? Body : never
    short: NamesIn<Short> extends Values[K] | Always ? Short : never
  }): Text =>
    text

const choose = 'You choose what you are told of under Notifications in {brandName}.'

/** Every message in every language; one that is missing does not compile. */
export const texts: Record<MessageKind, Record<Language, Text>> = {
  passwordReset: {
    en: of<'passwordReset'>()({
      subject: 'Set a new password for {brandName}',
      body: `Hello {firstName},

somebody asked for a new password for your {brandName} account. If it was you, open this link within {minutes} minutes; it works once:

{link}

If it was not you, there is nothing to do: your password stays as it is.
`,
      short:
        '{brandName}: set a new password within {minutes} minutes: {link} If you did not ask for it, there is nothing to do.',
    }),
  },
  invitation: {
    en: of<'invitation'>()({
      subject: 'Your account for {brandName}',
      body: `Hello {firstName},

{invitedBy} has made a {brandName} account for you. Choose a password of your own by this link within {days} days; it works once:

{link}

Later you can always ask for a new link on the sign-in page.
`,
      short:
        '{brandName}: {invitedBy} has made an account for you. Choose a password within {days} days: {link}',
    }),
  },
  sessionReminder: {
    en: of<'sessionReminder'>()({
      subject: 'Your session on {day}',
      body: `Hello {firstName},

this is a reminder of your session with {with} on {day} at {time}.

{link}

${choose}
`,
      short: '{brandName}: your session with {with} is on {day} at {time}. {link}',
    }),
  },
  sessionMoved: {
    en: of<'sessionMoved'>()({
      subject: 'Your session is now on {day}',
      body: `Hello {firstName},

your session with {with} was moved. It is now on {day} at {time}.

{link}

${choose}
`,
      short: '{brandName}: your session with {with} is now on {day} at {time}. {link}',
    }),
  },
  sessionCancelled: {
    en: of<'sessionCancelled'>()({
      subject: 'Your session on {day} is cancelled',
      body: `Hello {firstName},

your session with {with} on {day} at {time} will not take place.

{link}

${choose}
`,
      short: '{brandName}: your session with {with} on {day} at {time} will not take place. {link}',
    }),
  },
  assignmentDue: {
    en: of<'assignmentDue'>()({
      subject: 'Due on {day}',
      body: `Hello {firstName},

{what} due tomorrow, {day}. It is fine to do only what feels right.

{link}

${choose}
`,
      short: '{brandName}: {what} due tomorrow, {day}. {link}',
    }),
  },
  safetyMark: {
    en: of<'safetyMark'>()({
      subject: '{brandName}: please look at one of your plans today',
      body: `Hello {firstName},

one of your clients gave an answer that should not wait for the next session. The plan says more:

{link}

The client was shown whom to call. Nobody else was told.
`,
      short:
        '{brandName}: please look at one of your plans today, an answer should not wait: {link}',
    }),
  },
  sharedConversation: {
    en: of<'sharedConversation'>()({
      subject: '{sharedBy} shared a conversation with you',
      body: `Hello {firstName},

{sharedBy} shared the conversation of a session with you. You can read it after signing in:

{link}

${choose}
`,
      short: '{brandName}: {sharedBy} shared the conversation of a session with you. {link}',
    }),
  },
}
