import { expressionBuilder, sql, type SqlBool } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { listClients, listMyCoachClients } from '#contract/clients.ts'
import { coachesClient } from '../access.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { answerList } from '../lists/send-list.ts'
import { clientList } from './clients.queries.ts'

export function clientRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, listClients, (asked) => answerList(db, listClients, clientList, asked))

  // Only the own ones, also for a coach who is an admin besides.
  mount(app, listMyCoachClients, (asked, { userId }) => {
    const where = sql<SqlBool>`${coachesClient(userId)(expressionBuilder<DB, 'client'>())}`
    return answerList(db, listMyCoachClients, clientList, asked, { where, isFew: true })
  })
}
