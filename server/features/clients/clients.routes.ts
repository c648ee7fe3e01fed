import type { FastifyInstance } from 'fastify'
import { expressionBuilder, sql, type SqlBool } from 'kysely'
import {
  assignCoach,
  assignCoachToMany,
  countClients,
  listClients,
  listCoachesOfClient,
  listMyCoachClients,
  listMyOrganizations,
} from '#contract/clients/clients.ts'
import { listCoachSuggestions } from '#contract/clients/coach-suggestions.ts'
import { coachesClient } from '../../platform/access.ts'
import type { DB } from '../../platform/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, mount } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { auditDaily } from '../audit/audit-daily.ts'
import { assignCoachToClients, assignCoachToClient } from './coach/assign-coach.service.ts'
import { clientList, getClientCounts, ownClientList } from './clients.queries.ts'
import { suggestCoaches } from './coach/suggest-coaches.ts'
import { listCoachHistory, listOrganizationsOfCoach } from './coach/assign-coach.queries.ts'

export function clientRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'queue' | 'installation'>,
) {
  const { db } = deps
  const auditListed = (actor: Actor) => (rows: readonly { id: string }[]) =>
    auditDaily(
      db,
      actor,
      'client-listed',
      rows.map(({ id }) => id),
    )
  mount(app, listClients, (asked, actor) =>
    answerList(db, listClients, clientList, asked, undefined, auditListed(actor)),
  )
  mount(app, countClients, () => getClientCounts(db))
  mount(app, assignCoach, async ({ params, body }, actor) => {
    const client = await assignCoachToClient(deps, actor, params.id, body.coachId)
    await auditListed(actor)([client])
    return client
  })
  mount(app, listCoachSuggestions, ({ params }) => suggestCoaches(deps, params.id))
  mount(app, assignCoachToMany, ({ body }, actor) => assignCoachToClients(deps, actor, body))
  mount(app, listCoachesOfClient, ({ params }, actor) => listCoachHistory(db, actor, params.id))

  // Only the coach's own clients, even for admins.
  mount(app, listMyCoachClients, (asked, actor) =>
    answerList(
      db,
      listMyCoachClients,
      ownClientList,
      asked,
      isCoachedBy(actor.userId),
      auditListed(actor),
    ),
  )
  mount(app, listMyOrganizations, (_asked, { userId }) => listOrganizationsOfCoach(db, userId))
}

const isCoachedBy = (userId: string) =>
  sql<SqlBool>`${coachesClient(userId)(expressionBuilder<DB, 'client'>())}`
