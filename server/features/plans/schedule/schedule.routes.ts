import type { FastifyInstance } from 'fastify'
import { getConflicts, getSuggestedTime } from '#contract/plans/schedule.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { getTimeConflicts, suggestTime } from './schedule.service.ts'

export function scheduleRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  mount(app, getSuggestedTime, ({ params: { id } }, actor) => suggestTime(deps, actor, id))
  mount(app, getConflicts, ({ params: { id }, query }, actor) =>
    getTimeConflicts(deps, actor, id, query),
  )
}
