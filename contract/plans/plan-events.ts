import { z } from 'zod'
import { idOnly, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { planReaders } from '../roles.ts'
import { transcription } from '../transcriptions/transcriptions.ts'

/** The current state of a plan. */
export const planUpdate = z.object({
  /** Differs from the state of the loaded plan (`sessionsAndMetrics`) after any change, including that of the date. */
  state: z.string(),
  /** Unfinished transcriptions of its sessions. */
  underWay: z.array(
    transcription.pick({ status: true, progress: true, note: true }).extend({ sessionId: rowId() }),
  ),
  /** Other users with one of its sessions open. */
  present: z.array(z.object({ sessionId: rowId(), userId: rowId(), name: z.string() })),
})
export type PlanUpdate = z.infer<typeof planUpdate>

/** Lets clients detect a silently broken connection. */
export const heartbeat = { event: 'alive', everyMs: 15_000 }

export const streamPlanEvents = endpoint('GET /api/clients/{id}/events', {
  access: planReaders,
  shows: ['client', 'session', 'questionnaire', 'definition'],
  summary:
    'Changes to a plan as server-sent events; `session` is the open session. A heartbeat event `alive` is sent every 15 seconds',
  params: idOnly,
  query: z.object({ session: rowId().optional() }),
  caching: 'no-store, no-transform',
  wire: { event: planUpdate },
  errorCodes: ['too-many-requests'],
  response: 'events',
})
