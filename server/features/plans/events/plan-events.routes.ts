import type { FastifyInstance } from 'fastify'
import type { PlanUpdate } from '#contract/plan-events.ts'
import { heartbeat, streamPlanEvents } from '#contract/plan-events.ts'
import { eventStreamMs } from '#contract/transcriptions.ts'
import type { Deps } from '../../../deps.ts'
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

/** Announced by the database (note_plan_changes) for each plan that changes, whoever changed it. */
const topicOf = (clientId: string) => `plan:${clientId}`

/**
 * What whoever looks at a plan hears of it. A client hears that something changed; what is being transcribed and who
 * has a session open is for those who may change the plan.
 */
export function planEventRoutes(app: FastifyInstance, deps: Needs, limits?: StreamLimits) {
  const { db } = deps
  const stream = eventStreams(app, deps, limits)
  mountRaw(app, streamPlanEvents, async ({ params: { id: clientId }, query, reply }, actor) => {
    const { mayChange } = await planAccess(db, actor, clientId)
    const userId = actor.originalUserId ?? actor.userId
    async function read() {
      // Who has lost the client meanwhile hears that something changed, and no more.
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
      topics: [topicOf(clientId), topicOf('all')],
      read,
      mayListen: async (now) => (await accessNow(db, now, clientId))?.mayChange === mayChange,
      maxDurationMs: eventStreamMs,
      heartbeatEvent: heartbeat.event,
      ...(mayChange &&
        query.session && { presence: presenceOf(db, userId, query.session, clientId) }),
    })
  })
}

/** Undefined for a plan that one may not read any more. */
const accessNow = (db: Deps['db'], actor: Actor, clientId: string) =>
  planAccess(db, actor, clientId).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })

function presenceOf(db: Deps['db'], userId: string, sessionId: string, clientId: string) {
  const id = newId()
  return {
    renew: () => renewPresence(db, { id, userId, sessionId, clientId }),
    release: () => endPresence(db, id),
  }
}
