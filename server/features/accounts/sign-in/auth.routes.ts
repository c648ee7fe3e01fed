import type { FastifyInstance } from 'fastify'
import { getUser, login, logout } from '#contract/auth.ts'
import { getCurrentUser } from './current-user.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { signIn, signOut } from './auth.service.ts'

export function authRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, getUser, (_input, actor) => getCurrentUser(deps.db, actor))
  mount(app, login, ({ body, request, reply }) => signIn(deps, body, request, reply))
  mount(app, logout, async ({ request, reply }) => {
    await signOut(deps, request, reply)
    return { ok: true as const }
  })
}
