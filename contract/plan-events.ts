import { z } from 'zod'
import { rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { planReaders } from './roles.ts'
import { transcription } from './transcriptions.ts'

/** How a plan stands, for whoever looks at it. */
export const planNews = z.object({
  /** Another one than the plan came with (`sessionsAndMetrics`): something about the client is not the same any more. */
  state: z.string(),
  /** Transcriptions of its sessions that have not ended. */
  underWay: z.array(
    transcription.pick({ status: true, progress: true, note: true }).extend({ sessionId: rowId() }),
  ),
  /** Who else has one of its sessions open. */
  present: z.array(z.object({ sessionId: rowId(), userId: rowId(), name: z.string() })),
})
export type PlanNews = z.infer<typeof planNews>

export const streamPlanEvents = endpoint('GET /api/clients/{id}/events', {
  access: planReaders,
  shows: ['client', 'session', 'questionnaire', 'definition'],
  summary:
    'Whatever changes about a client while the plan is looked at, as server-sent events; `session` is the one that is open',
  params: z.object({ id: rowId() }),
  query: z.object({ session: rowId().optional() }),
  caching: 'no-store, no-transform',
  wire: { event: planNews },
  refuses: ['too-many-requests'],
  response: 'events',
})
