import type { LetterKind } from '#contract/messages/kinds.ts'

/** Replaces placeholders once: braces in a value are left alone. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** Besides the name of the product and the first name: never what people said, and only first names of others. */
export const placeholders = {
  passwordReset: ['link', 'minutes'],
  invitation: ['link', 'days', 'invitedBy'],
  safetyMark: ['link', 'hours'],
  safetyMarkWaiting: ['link', 'hours'],
  securityNotice: ['what', 'link'],
  administratorAct: ['who', 'act', 'link'],
  emailChange: ['link', 'hours'],
  emailTaken: ['link'],
  emailChanged: ['newEmail', 'link'],
} as const satisfies Record<LetterKind, readonly string[]>
export type ValuesOf<K extends LetterKind> = Record<(typeof placeholders)[K][number], string>

type Text = {
  subject: string
  /** For an e-mail. */
  body: string
  /** For a text message. */
  short: string
}

export const messageTexts: Record<LetterKind, Text> = {
  passwordReset: {
    subject: 'Set a new password for {brandName}',
    body: `Hello {firstName},

Someone requested a new password for your {brandName} account. If it was you, open this link within {minutes} minutes. It works once:

{link}

If it wasn't you, you can ignore this email. Your password stays the same.
`,
    short:
      '{brandName}: set a new password within {minutes} minutes: {link} If you did not request this, ignore this message.',
  },
  invitation: {
    subject: 'Your account for {brandName}',
    body: `Hello {firstName},

{invitedBy} has created a {brandName} account for you. Choose your password with this link within {days} days. It works once:

{link}

If the link has expired, you can request a new one on the sign-in page.
`,
    short:
      '{brandName}: {invitedBy} has created an account for you. Choose a password within {days} days: {link}',
  },
  safetyMark: {
    subject: '{brandName}: a client needs you today',
    body: `Hello {firstName},

Something in a client's plan should not wait for the next session:

{link}

Please acknowledge it there once you have acted. If nobody does within {hours}, administrators are told that it waits.
`,
    short: '{brandName}: an answer in a client plan needs you today: {link}',
  },
  safetyMarkWaiting: {
    subject: '{brandName}: a client has waited for more than {hours}',
    body: `Hello {firstName},

A mark in a client's plan was set more than {hours} ago, and nobody has acknowledged it:

{link}

Please make sure that somebody acts today.
`,
    short:
      '{brandName}: nobody has acknowledged a mark in a client plan for more than {hours}: {link}',
  },
  securityNotice: {
    subject: '{what}',
    body: `Hello {firstName},

{what} ({brandName}).

If it was you, there is nothing to do. If it wasn't, set a new password now and check where you are signed in:

{link}
`,
    short: "{brandName}: {what}. If it wasn't you, set a new password now: {link}",
  },
  administratorAct: {
    subject: '{who} {act}',
    body: `Hello {firstName},

{who} {act} ({brandName}). If you did not expect this, look at the audit log:

{link}
`,
    short: '{brandName}: {who} {act}. {link}',
  },
  emailChange: {
    subject: 'Confirm your new email for {brandName}',
    body: `Hello {firstName},

Someone asked to use this address for their {brandName} account. If it was you, open this link within {hours} hours. It works once:

{link}

If it wasn't you, you can ignore this email. Nothing changes.
`,
    short: '{brandName}: confirm your new email within {hours} hours: {link}',
  },
  emailTaken: {
    subject: 'You already have a {brandName} account',
    body: `Hello {firstName},

Someone asked to use this address for another {brandName} account. It belongs to your account already, so nothing was changed.

If it was you, sign in with this address:

{link}

If it wasn't you, there is nothing to do.
`,
    short:
      '{brandName}: someone asked to use your email for another account. Nothing was changed: {link}',
  },
  emailChanged: {
    subject: 'Your email for {brandName} was changed',
    body: `Hello {firstName},

You now sign in to {brandName} with {newEmail} instead of this address:

{link}

If it wasn't you, tell your administrator now. They can change the address back.
`,
    short:
      "{brandName}: your email is now {newEmail}. If it wasn't you, tell your administrator now: {link}",
  },
}
