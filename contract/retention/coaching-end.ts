import { z } from 'zod'
import { idOnly } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { retainedKinds } from './retention.ts'
import { planReaders, staff } from '../roles.ts'

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
