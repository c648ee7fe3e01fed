import { z } from 'zod'
import { rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { planReaders } from './roles.ts'
import { transcription } from './transcriptions.ts'

/** How a plan stands, for whoever looks at it. */
export const planUpdate = z.object({
  /** Another one than the plan came with (`sessionsAndMetrics`): something about the client is not the same any more, if only by the clock. */
  state: z.string(),
  /** Transcriptions of its sessions that have not ended. */
  underWay: z.array(
    transcription.pick({ status: true, progress: true, note: true }).extend({ sessionId: rowId() }),
  ),
  /** Who else has one of its sessions open. */
  present: z.array(z.object({ sessionId: rowId(), userId: rowId(), name: z.string() })),
})
export type PlanUpdate = z.infer<typeof planUpdate>

/** An event of the stream that says only that it is still there: a line that was cut in silence does not say so itself. */
export const heartbeat = { event: 'alive', everyMs: 15_000 }

export const streamPlanEvents = endpoint('GET /api/clients/{id}/events', {
  access: planReaders,
  shows: ['client', 'session', 'questionnaire', 'definition'],
  summary:
    'Whatever changes about a client while the plan is looked at, as server-sent events; `session` is the one that is open. An event `alive` comes four times a minute',
  params: z.object({ id: rowId() }),
  query: z.object({ session: rowId().optional() }),
  caching: 'no-store, no-transform',
  wire: { event: planUpdate },
  refuses: ['too-many-requests'],
  response: 'events',
})
