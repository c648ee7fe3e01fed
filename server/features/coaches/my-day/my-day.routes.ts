import type { FastifyInstance } from 'fastify'
import { getMyDay } from '#contract/my-day.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { getDay } from './my-day.queries.ts'

export function myDayRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, getMyDay, ({ query }, { userId }) => getDay(db, userId, query.from))
}
