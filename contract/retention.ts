import { z } from 'zod'

/** Fewest days that the audit log is kept: nobody wipes traces at once. */
export const minAuditDays = 90
/** Ten years. */
export const maxDays = 3650

type RetainedEntry = {
  label: string
  help: string
  least: number
  /** Whether it may be kept for good: what is there only for a moment may not. */
  mayStay: boolean
}

/** Every kind of row whose days an administrator may set. */
export const retained = {
  audit_entry: {
    label: 'Audit log',
    help: 'Who did what to which row, when and from where.',
    least: minAuditDays,
    mayStay: true,
  },
  execution: {
    label: 'Runs of AI prompts',
    help: 'What was asked and answered: a copy of what people said. It goes with its session in any case.',
    least: 1,
    mayStay: true,
  },
  session_brief: {
    label: 'Briefs of sessions',
    help: 'What a coach read before a session, with words of earlier ones. They go with those sessions in any case.',
    least: 1,
    mayStay: true,
  },
  message: {
    label: 'Messages',
    help: 'E-mails that left or stayed in the outbox. One that still waits is kept.',
    least: 1,
    mayStay: true,
  },
  egress: {
    label: 'What left for outside services',
    help: 'Which service was called when, for what, and with how many bytes; never what was sent.',
    least: 1,
    mayStay: true,
  },
  transcript_draft: {
    label: 'Drafts of corrected transcripts',
    help: 'Corrections that somebody began and did not save.',
    least: 1,
    mayStay: true,
  },
  login: {
    label: 'Ended logins',
    help: 'Counted from the moment at which a login ended.',
    least: 0,
    mayStay: false,
  },
  password_reset: {
    label: 'Used-up links for a new password',
    help: 'Counted from the moment at which a link ended.',
    least: 0,
    mayStay: false,
  },
  rate_limit: {
    label: 'Counts of failed sign-ins',
    help: 'Counted from the moment at which nobody has to wait any more.',
    least: 0,
    mayStay: false,
  },
  presence: {
    label: 'Who was looking at a transcript',
    help: 'So that two who correct the same one know of each other.',
    least: 1,
    mayStay: false,
  },
  plan_change: {
    label: 'Notices for open plans',
    help: 'By which an open plan hears what somebody else changed in it.',
    least: 1,
    mayStay: false,
  },
} as const satisfies Record<string, RetainedEntry>

export type RetainedKind = keyof typeof retained
export const retainedKinds = Object.keys(retained) as RetainedKind[]

/** Days, or null: for good. */
export const daysOf = (kind: RetainedKind) => {
  const { label, least, mayStay }: RetainedEntry = retained[kind]
  const said = `${label}: a whole number of days, from ${least} to ${maxDays}${mayStay ? ', or for good' : ''}.`
  const days = z.number({ error: said }).int(said).min(least, said).max(maxDays, said)
  return mayStay ? days.nullable() : days
}
