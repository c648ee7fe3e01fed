import type { FastifyInstance } from 'fastify'
import {
  countUsers,
  createUser,
  discardUser,
  listUsers,
  readUser,
  updateUser,
} from '#contract/users.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'
import { answerList } from '../../../platform/lists/send-list.ts'
import { getUserCounts, userList, getUserRow } from './users.queries.ts'
import { discardUser as discard, editUser, addUser } from './users.service.ts'

export function userRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'config' | 'queue' | 'installation'>,
) {
  const { db } = deps
  mount(app, listUsers, (asked) => answerList(db, listUsers, userList, asked))
  mount(app, countUsers, () => getUserCounts(db))
  mount(app, createUser, ({ body, request }, actor) =>
    addUser(deps, actor, body, ownOrigin(deps.config, request)),
  )
  mount(app, readUser, ({ params }) => getUserRow(db, params.id))
  mount(app, updateUser, ({ params: { id }, body: { version, ...change } }, actor) =>
    editUser(db, actor, { id, version }, change),
  )
  mount(app, discardUser, async ({ params }, actor) => {
    await discard(db, actor, params.id)
    return { ok: true as const }
  })
}
