import type { FastifyInstance } from 'fastify'
import { requestPasswordReset, resetPassword } from '#contract/onboarding.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { sendResetLink, setPasswordByLink } from './password-reset.service.ts'

export function passwordResetRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'config' | 'installation' | 'providers' | 'queue' | 'keys'>,
) {
  mount(app, requestPasswordReset, ({ body, request }) => sendResetLink(deps, body.email, request))
  mount(app, resetPassword, ({ body, request, reply }) =>
    setPasswordByLink(deps, body, request, reply),
  )
}
