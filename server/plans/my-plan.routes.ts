import type { FastifyInstance } from 'fastify'
import { addFamilyMember, getMyClientData, listMyDataReaders } from '#contract/my-plan.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { addToFamily, myPlans, readersOf } from './my-plan.service.ts'

export function myPlanRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config'>) {
  mount(app, getMyClientData, (_input, { userId }) => myPlans(deps, userId))
  mount(app, addFamilyMember, ({ body }, actor) => addToFamily(deps, actor, body))
  mount(app, listMyDataReaders, (_input, { userId }) => readersOf(deps.db, userId))
}
