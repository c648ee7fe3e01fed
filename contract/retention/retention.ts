import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idOnly } from '../bounds.ts'
import { planReaders, staff } from '../roles.ts'

/** Minimum retention of the audit log, so that nobody can wipe traces. */
export const minAuditDays = 90
/** Ten years. */
export const maxDays = 3650

/** In the place of days: kept until the coaching of the client ends, and the days of grace. */
export const untilCoachingEnds = 'until-coaching-ends'
/** Days from the end of a coaching to the deletion, so that resuming it loses nothing. */
export const graceDays = 30

type RetainedEntry = {
  label: string
  help: string
  least: number
  /** Whether it may be kept forever. */
  mayStay: boolean
  /** Whether it may be kept until the coaching of its client ends. */
  mayEnd?: boolean
}

/** Kinds of rows whose retention an administrator can set. */
export const retained = {
  audit_entry: {
    label: 'Audit log',
    help: 'Who did what, when and from where.',
    least: minAuditDays,
    mayStay: true,
  },
  execution: {
    label: 'Runs of AI prompts',
    help: 'Prompts and responses, with what people said. Deleted with the session in any case. Those with words of a kept session stay.',
    least: 1,
    mayStay: true,
    mayEnd: true,
  },
  recording: {
    label: 'Recordings',
    help: 'With all copies and pictures. Those of kept sessions stay.',
    least: 1,
    mayStay: true,
    mayEnd: true,
  },
  transcript: {
    label: 'Transcripts and conversations',
    help: 'Counted from the date of the session. Values found in them stay, without quotes. Those of kept sessions stay.',
    least: 1,
    mayStay: true,
    mayEnd: true,
  },
  session_brief: {
    label: 'Briefs of sessions',
    help: 'Summaries for coaches, with quotes from earlier sessions. Deleted with those sessions in any case. Those with words of a kept session stay.',
    least: 1,
    mayStay: true,
    mayEnd: true,
  },
  feedback: {
    label: 'Feedback on sessions',
    help: 'Ratings, and what clients wrote to their coach. Deleted with the session in any case. Those of kept sessions stay.',
    least: 1,
    mayStay: true,
    mayEnd: true,
  },
  message: {
    label: 'Messages',
    help: 'Emails that were sent or stored. Waiting ones are kept.',
    least: 1,
    mayStay: true,
  },
  egress: {
    label: 'Outbound data log',
    help: 'Which service was called, when, why, and how many bytes were sent; never the content.',
    least: 1,
    mayStay: true,
  },
  transcript_draft: {
    label: 'Drafts of corrected transcripts',
    help: 'Corrections that were never saved.',
    least: 1,
    mayStay: true,
  },
  login: {
    label: 'Ended logins',
    help: 'Counted from the end of the login.',
    least: 0,
    mayStay: false,
  },
  password_reset: {
    label: 'Expired password reset links',
    help: 'Counted from the expiry of the link.',
    least: 0,
    mayStay: false,
  },
  rate_limit: {
    label: 'Failed sign-in counts',
    help: 'Counted from the end of the waiting time.',
    least: 0,
    mayStay: false,
  },
  presence: {
    label: 'Viewers of transcripts',
    help: 'Tells people who else is correcting the same transcript.',
    least: 1,
    mayStay: false,
  },
  plan_change: {
    label: 'Plan change notices',
    help: 'Keep open plans up to date with changes by others.',
    least: 1,
    mayStay: false,
  },
} as const satisfies Record<string, RetainedEntry>

export type RetainedKind = keyof typeof retained
export const retainedKinds = Object.keys(retained) as RetainedKind[]

/** Days, or until the coaching ends; null means forever. */
export const toRetentionRule = (kind: RetainedKind) => {
  const { label, least, mayStay, mayEnd }: RetainedEntry = retained[kind]
  const others = `${mayEnd ? ', until coaching ends' : ''}${mayStay ? ', or forever' : ''}`
  const message = `${label}: a whole number of days, from ${least} to ${maxDays}${others}.`
  const days = z.number({ error: message }).int(message).min(least, message).max(maxDays, message)
  const rule = mayStay ? days.nullable() : days
  return mayEnd ? z.union([z.literal(untilCoachingEnds), rule], message) : rule
}
export type RetentionRule = z.output<ReturnType<typeof toRetentionRule>>

/** Maximum number of rows counted. */
export const maxCountedRows = 10_000

export const countExpiredRows = endpoint('GET /api/admin/settings/{kind}/removed', {
  access: ['system_admin'],
  shows: ['setting'],
  summary:
    'How many rows of a kind a retention rule would delete, and how old the oldest is: days, or until coaching ends; counts up to 10,000',
  params: z.object({ kind: z.enum(retainedKinds) }),
  query: z.object({
    rule: z.union([z.literal(untilCoachingEnds), z.coerce.number().int().min(0).max(1_000_000)]),
  }),
  response: z.object({ rows: z.number().int(), oldest: z.string().nullable() }),
})

const coachingEnd = z.object({
  /** Null while the coaching goes on. */
  endedAt: z.string().nullable(),
  /** The account is deactivated: while it is, the coaching cannot be resumed. */
  isDeactivated: z.boolean(),
  /** When retention begins to delete what it keeps until the coaching ends. Without an end: if it ended now. */
  deletedAt: z.string(),
  /** What would be deleted by the rules in force, without kept sessions. Empty where no rule depends on the end. */
  deletions: z.array(z.object({ kind: z.enum(retainedKinds), rows: z.number().int() })),
})
export type CoachingEnd = z.infer<typeof coachingEnd>

export const getCoachingEnd = endpoint('GET /api/clients/{id}/coaching-end', {
  access: planReaders,
  shows: ['client', 'session', 'setting'],
  summary: 'Whether the coaching of a client has ended, and what retention deletes after it',
  params: idOnly,
  response: coachingEnd,
})

export const endCoaching = endpoint('POST /api/clients/{id}/coaching-end', {
  access: staff,
  changes: ['client'],
  summary: 'End the coaching of a client, or resume it; what was deleted stays deleted',
  params: idOnly,
  body: z.object({ isEnded: z.boolean() }),
  response: coachingEnd,
})
