import { z } from 'zod'
import { idOnly } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

export const joinSession = endpoint('GET /api/sessions/{id}/join', {
  access: 'signed-in',
  isOwnAct: true,
  isForPeopleOnly: true,
  shows: ['session', 'coach'],
  summary:
    'The room of a digital session, for its client, the guardian and the coach, from 15 minutes before until its end',
  freshness: 'while-shown',
  params: idOnly,
  response: z.object({
    sessionDate: z.string(),
    durationMinutes: z.number().int(),
    isCancelled: z.boolean(),
    /** Whether the session has a room; `address` is null outside its time. */
    isJoinable: z.boolean(),
    address: z.string().nullable(),
    /** Of a physical session. */
    place: z.string().nullable(),
  }),
})
