import type { FastifyInstance } from 'fastify'
import { getSessionsAndMetrics, scheduleSession } from '#contract/sessions.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { addToPlan, openPlan } from './plans.service.ts'

export function planRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, getSessionsAndMetrics, ({ params, query }, actor) =>
    openPlan(db, actor, { clientId: params.id, transcripts: query.transcripts }),
  )
  mount(app, scheduleSession, ({ params, body }, actor) => addToPlan(db, actor, params.id, body))
}
