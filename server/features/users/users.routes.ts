import type { FastifyInstance } from 'fastify'
import { countUsers, createUser, discardUser, listUsers, updateUser } from '#contract/users.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { sendList } from '../../http/paging.ts'
import { countsOfUsers, pageOfUsers, sizeOfUserList } from './users.queries.ts'
import { discardUser as discard, editUser, makeUser } from './users.service.ts'

export function userRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, listUsers, (asked) =>
    sendList(listUsers, asked, {
      page: (query) => pageOfUsers(db, query),
      size: (query) => sizeOfUserList(db, query),
    }),
  )
  mount(app, countUsers, () => countsOfUsers(db))
  mount(app, createUser, ({ body }, actor) => makeUser(db, actor, body))
  mount(app, updateUser, ({ params, body }, actor) => editUser(db, actor, params.id, body))
  mount(app, discardUser, async ({ params }, actor) => {
    await discard(db, actor, params.id)
    return { ok: true as const }
  })
}
