import type { FastifyInstance } from 'fastify'
import { endCoaching, getCoachingEnd } from '#contract/retention/retention.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { planAccess } from '../plans/plans.queries.ts'
import { readCoachingEnd, setCoachingEnd } from './coaching-end.service.ts'

export function coachingEndRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'queue'>) {
  const { db } = deps
  mount(app, getCoachingEnd, async ({ params: { id } }, actor) => {
    await planAccess(db, actor, id)
    return readCoachingEnd(db, id)
  })
  mount(app, endCoaching, ({ params: { id }, body: { isEnded } }, actor) =>
    setCoachingEnd(deps, actor, id, isEnded),
  )
}
