import type { FastifyInstance } from 'fastify'
import { getInvitation, register } from '#contract/onboarding.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { requireInvitation, registerClient } from './onboarding.service.ts'

export function onboardingRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config' | 'keys'>) {
  mount(app, getInvitation, async ({ params }) => {
    const { name } = await requireInvitation(deps.db, params.orgId, params.inviteToken)
    return { organizationName: name }
  })
  mount(app, register, ({ body, request, reply }) => registerClient(deps, body, request, reply))
}
