import type { FastifyInstance } from 'fastify'
import { createApiToken, deleteApiToken, listApiTokens } from '#contract/accounts/api-tokens.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { listTokens } from './api-tokens.queries.ts'
import { addToken, removeToken } from './api-tokens.service.ts'

export function apiTokenRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, listApiTokens, () => listTokens(db))
  mount(app, createApiToken, ({ body }, actor) => addToken(db, actor, body))
  mount(app, deleteApiToken, ({ params }, actor) => removeToken(db, actor, params.id))
}
