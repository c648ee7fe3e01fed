import { z } from 'zod'
import { idOnly, instant, paragraph, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { staff } from '../roles.ts'
import { freeTimes, maxOfferedTimes, sessionRequest, timeSpan } from './bookings.ts'

/** Maximum number of requests in a response. */
export const maxRequests = 50

export const waitingRequest = sessionRequest.extend({
  clientId: rowId(),
  clientName: z.string(),
  /** The present time of the session to move; null: a new session. */
  sessionDate: z.string().nullable(),
  sessionDefinitionName: z.string(),
})
export type WaitingRequest = z.infer<typeof waitingRequest>

export const listSessionRequests = endpoint('GET /api/session-requests', {
  access: staff,
  opens: ['client-listed'],
  shows: ['session', 'client'],
  freshness: 'always-stale',
  summary: `Requests of clients that are open or wait for the client's choice, first those that lapse first; at most ${maxRequests}`,
  query: z.object({
    /** Of this client alone. */
    clientId: rowId().optional(),
    /** `mine`: only of clients whose coach you are. */
    of: z.enum(['mine', 'all']).default('all'),
  }),
  response: z.array(waitingRequest).max(maxRequests),
})

const answer = {
  access: staff,
  changes: ['session', 'client'],
  params: idOnly,
  errorCodes: ['conflict'],
  response: z.object({ ok: z.literal(true) }),
} as const

export const acceptRequest = endpoint('POST /api/session-requests/{id}/acceptance', {
  ...answer,
  summary: 'Accept a request: the session is planned or moved, and the client is told',
})

/** Also the form. */
export const declineForm = z.object({
  words: paragraph(500).nullable(),
})

export const declineRequest = endpoint('POST /api/session-requests/{id}/refusal', {
  ...answer,
  summary: 'Decline a request; the client is told',
  body: declineForm,
})

export const offerTimes = endpoint('POST /api/session-requests/{id}/offer', {
  ...answer,
  summary: `Offer up to ${maxOfferedTimes} other times, which are held until the client chooses one`,
  body: z.object({
    times: z
      .array(instant())
      .min(1, 'Choose a time')
      .max(maxOfferedTimes, `Choose at most ${maxOfferedTimes} times`)
      .refine((times) => new Set(times).size === times.length, 'Choose different times'),
    words: declineForm.shape.words.default(null),
  }),
})

export const listTimesToOffer = endpoint('GET /api/session-requests/{id}/free-times', {
  access: staff,
  shows: ['session', 'client', 'coach', 'setting'],
  freshness: 'always-stale',
  summary:
    'Times at which the coach is free for a request, without the limits for clients; at most eight days',
  params: idOnly,
  query: timeSpan,
  response: freeTimes,
})
