import type { FastifyInstance } from 'fastify'
import type { PlanUpdate } from '#contract/plans/plan-events.ts'
import { heartbeat, streamPlanEvents } from '#contract/plans/plan-events.ts'
import { eventStreamMs } from '#contract/transcriptions/transcriptions.ts'
import type { Deps } from '../../../deps.ts'
import { realUserId } from '../../../platform/access.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Actor, mountRaw } from '../../../platform/http/mount.ts'
import { eventStreams, type StreamLimits } from '../../../platform/http/event-stream.ts'
import { newId } from '../../../platform/ids.ts'
import {
  endPresence,
  getPlanState,
  listPresent,
  renewPresence,
  listRunningTranscriptions,
} from './plan-events.queries.ts'
import { planAccess } from '../plans.queries.ts'

type Needs = Pick<Deps, 'db' | 'announcements' | 'installation'>

const getTopic = (clientId: string) => `plan:${clientId}`

/**
 * Clients only learn that something changed; running transcriptions and presence are for those who may change the plan.
 */
export function planEventRoutes(app: FastifyInstance, deps: Needs, limits?: StreamLimits) {
  const { db } = deps
  const stream = eventStreams(app, deps, limits)
  mountRaw(app, streamPlanEvents, async ({ params: { id: clientId }, query, reply }, actor) => {
    const { mayChange } = await planAccess(db, actor, clientId)
    const userId = realUserId(actor)
    async function read() {
      // Access may have been lost since the stream began.
      const isStill = (await accessNow(db, actor, clientId))?.mayChange
      const { timeZone } = deps.installation
      const event: PlanUpdate = {
        state: await getPlanState(db, { clientId, timeZone }),
        underWay: isStill ? await listRunningTranscriptions(db, clientId) : [],
        present: isStill ? await listPresent(db, clientId, userId) : [],
      }
      return { key: JSON.stringify(event), event }
    }
    return stream(reply, actor, {
      topics: [getTopic(clientId), getTopic('all')],
      read,
      mayListen: async (now) => (await accessNow(db, now, clientId))?.mayChange === mayChange,
      maxDurationMs: eventStreamMs,
      heartbeatEvent: heartbeat.event,
      ...(mayChange &&
        query.session && { presence: createPresence(db, userId, query.session, clientId) }),
    })
  })
}

/** Undefined if the actor may no longer read the plan. */
const accessNow = (db: Deps['db'], actor: Actor, clientId: string) =>
  planAccess(db, actor, clientId).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })

function createPresence(db: Deps['db'], userId: string, sessionId: string, clientId: string) {
  const id = newId()
  return {
    renew: () => renewPresence(db, { id, userId, sessionId, clientId }),
    release: () => endPresence(db, id),
  }
}
