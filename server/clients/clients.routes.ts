import type { FastifyInstance } from 'fastify'
import { listClients, listMyCoachClients } from '#contract/clients.ts'
import { mayChangeClient } from '../access.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { sendList } from '../http/paging.ts'
import { type ClientQuery, pageOfClients, type Scope, sizeOfClientList } from './clients.queries.ts'

export function clientRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  const clientsIn = (scope: Scope) => ({
    page: (query: ClientQuery) => pageOfClients(db, scope, query),
    size: (query: ClientQuery) => sizeOfClientList(db, scope, query),
  })
  mount(app, listClients, (asked, actor) =>
    sendList(listClients, asked, clientsIn(mayChangeClient(actor))),
  )

  // Only the own ones, also for a coach who is an admin besides.
  mount(app, listMyCoachClients, (asked, { userId }) => {
    const own = mayChangeClient({ userId, roles: ['coach_user'] })
    return sendList(listMyCoachClients, asked, clientsIn(own))
  })
}
