import { z } from 'zod'
import { dayRange } from '../availability/availability.ts'
import { idOnly, instant, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { clientBooking } from './booking-rules.ts'

/** `outdated`: the session or the coach changed meanwhile. */
export const requestStatus = z.enum([
  ...['open', 'offered', 'accepted', 'declined', 'withdrawn', 'lapsed', 'outdated'],
] as const)
export type RequestStatus = z.infer<typeof requestStatus>

/** Maximum number of times that a coach offers instead. */
export const maxOfferedTimes = 3

/** What a client asks the coach for. */
export const sessionRequest = z.object({
  id: rowId(),
  /** The session to move; null: a new one. */
  sessionId: rowId().nullable(),
  startsAt: z.string(),
  durationMinutes: z.number().int(),
  /** Times that the coach offers instead, in order. */
  offered: z.array(z.string()).max(maxOfferedTimes),
  status: requestStatus,
  /** Of the coach. */
  words: z.string().nullable(),
  requestedAt: z.string(),
  lapsesAt: z.string(),
})
export type SessionRequest = z.infer<typeof sessionRequest>

/** What a client can do with the sessions of one plan. */
export const booking = z.object({
  clientId: rowId(),
  /** Never `direct` while the coach's own calendar cannot be read. */
  mode: clientBooking,
  noticeHours: z.number(),
  /** Null: none is assigned, or the coach works here no more. */
  coach: z
    .object({
      firstName: z.string(),
      /** Of the working hours. */
      timeZone: z.string(),
      /** Takes no sessions today. */
      isAway: z.boolean(),
      /** The first day with sessions again, in that time zone; null: unknown, or not away. */
      backOn: z.string().nullable(),
    })
    .nullable(),
  /** What a new session would be; null: nobody has set up session types. */
  newSession: z.object({ name: z.string(), durationMinutes: z.number().int() }).nullable(),
  /** Planned sessions, by date. */
  sessions: z.array(
    z.object({
      id: rowId(),
      sessionDate: z.string(),
      durationMinutes: z.number().int(),
      name: z.string(),
      /** Why the client cannot move it; null: it is allowed. */
      moveError: z.string().nullable(),
    }),
  ),
  /** The latest, while it is open, and then until its time unless it was accepted or withdrawn. */
  request: sessionRequest.nullable(),
})
export type Booking = z.infer<typeof booking>

const bookings = z.array(booking)

const write = {
  access: ['client_user'],
  isOwnAct: true,
  changes: ['session', 'client'],
  response: bookings,
} as const

export const listMyBookings = endpoint('GET /api/my-bookings', {
  access: ['client_user'],
  opens: ['plan-opened'],
  shows: ['session', 'client', 'coach', 'setting'],
  freshness: 'always-stale',
  summary:
    'What you can do with your planned sessions and those of family members without an account',
  response: bookings,
})

/** At most eight days, so that a week fits wherever the clocks change. */
const maxSpanMs = 8 * 24 * 3_600_000

export const timeSpan = z
  .object({ from: instant(), until: instant() })
  .refine(({ from, until }) => from < until && Date.parse(until) - Date.parse(from) <= maxSpanMs, {
    path: ['until'],
    error: 'At most eight days',
  })

export const freeTimes = z.object({
  /** In order. */
  times: z.array(z.string()),
  /** The next free time after these days; null: none. */
  next: z.string().nullable(),
  /** The first and the last time that could be chosen, if it were free. */
  earliest: z.string(),
  latest: z.string(),
  /** Of the coach's hours. */
  timeZone: z.string(),
  /** The coach is on leave. */
  isCoachAway: z.boolean(),
  /** The coach's time off in these days. */
  timeOff: dayRange.nullable(),
})
export type FreeTimes = z.infer<typeof freeTimes>

export const listMyFreeTimes = endpoint('GET /api/my-bookings/{id}/free-times', {
  access: ['client_user'],
  shows: ['session', 'client', 'coach', 'setting'],
  freshness: 'always-stale',
  summary:
    'Times at which your coach is free, for a new session or for moving one; at most eight days',
  params: idOnly,
  query: timeSpan.safeExtend({
    /** The session to move. */
    sessionId: rowId().optional(),
  }),
  errorCodes: ['conflict'],
  response: freeTimes,
})

export const bookSession = endpoint('POST /api/my-bookings/{id}/sessions', {
  ...write,
  isIdempotent: true,
  summary:
    'Book a session with your coach at a free time, or ask for it where the coach has to accept',
  params: idOnly,
  body: z.object({ startsAt: instant() }),
  errorCodes: ['conflict'],
})

export const moveMySession = endpoint('PUT /api/my-bookings/sessions/{id}/date', {
  ...write,
  summary:
    'Move your session to a free time, or ask for it where the coach has to accept; the session keeps its time until then',
  params: idOnly,
  body: z.object({ startsAt: instant() }),
  errorCodes: ['conflict'],
})

export const cancelMySession = endpoint('POST /api/my-bookings/sessions/{id}/cancellation', {
  ...write,
  summary: 'Cancel your session; within the notice only with `acceptsLate`, and it counts as late',
  params: idOnly,
  body: z.object({ acceptsLate: z.boolean().default(false) }),
  errorCodes: ['conflict'],
})

export const withdrawMyRequest = endpoint('POST /api/my-bookings/requests/{id}/withdrawal', {
  ...write,
  summary: 'Withdraw your request, so that others can have its time',
  params: idOnly,
  errorCodes: ['conflict'],
})

export const chooseOfferedTime = endpoint('POST /api/my-bookings/requests/{id}/choice', {
  ...write,
  summary: 'Choose one of the times that your coach offers instead',
  params: idOnly,
  body: z.object({ startsAt: instant() }),
  errorCodes: ['conflict'],
})
