import type { FastifyInstance } from 'fastify'
import { addFamilyMember, getMyClientData, listMyDataReaders } from '#contract/my-plan.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { plansOf } from './my-plan.queries.ts'
import { addToFamily, readersOf } from './my-plan.service.ts'

export function myPlanRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, getMyClientData, (_input, { userId }) => plansOf(db, userId))
  mount(app, addFamilyMember, ({ body }, actor) => addToFamily(db, actor, body))
  mount(app, listMyDataReaders, (_input, { userId }) => readersOf(db, userId))
}
