import type { FastifyInstance } from 'fastify'
import { changeMyName, changeMyPassword, getMyAccount } from '#contract/account.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { getAccount, changePassword, changeName } from './account.service.ts'

export function accountRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config' | 'keys'>) {
  const { db } = deps
  mount(app, getMyAccount, (_input, actor) => getAccount(db, actor))
  mount(app, changeMyName, ({ body }, actor) => changeName(db, actor, body))
  mount(app, changeMyPassword, ({ body, request, reply }, actor) =>
    changePassword(deps, actor, body, { request, reply }),
  )
}
