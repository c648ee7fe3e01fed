import type { FastifyInstance } from 'fastify'
import { sendAgain } from '#contract/messages.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'
import { sendMessageAgain } from './send-again.service.ts'

export function sendAgainRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'config' | 'queue' | 'installation'>,
) {
  mount(app, sendAgain, ({ params: { id }, request }, actor) =>
    sendMessageAgain(deps, { id, actor, origin: ownOrigin(deps.config, request) }),
  )
}
