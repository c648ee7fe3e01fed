import type { FastifyInstance } from 'fastify'
import { getSessionsAndMetrics, scheduleSession } from '#contract/sessions.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { addSession, openPlan } from './plans.service.ts'

export function planRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  mount(app, getSessionsAndMetrics, ({ params, query }, actor) =>
    openPlan(deps, actor, { clientId: params.id, transcripts: query.transcripts }),
  )
  mount(app, scheduleSession, ({ params, body }, actor) => addSession(deps, actor, params.id, body))
}
