import type { FastifyInstance } from 'fastify'
import {
  listTrialSessions,
  previewTemplate,
  readPlaceholderValues,
  tryTemplate,
} from '#contract/prompt-trials.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { placeholderValues, previewPrompts, tryPrompts } from './prompt-trials.service.ts'
import { trialSessions } from './trial-sessions.queries.ts'

export function promptTrialRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'providers' | 'installation'>,
) {
  mount(app, listTrialSessions, ({ query }) => trialSessions(deps.db, query.q))
  mount(app, readPlaceholderValues, ({ query }, actor) =>
    placeholderValues(deps, actor, query.sessionId),
  )
  mount(app, previewTemplate, ({ body }, actor) => previewPrompts(deps, actor, body))
  mount(app, tryTemplate, ({ body }, actor) => tryPrompts(deps, actor, body))
}
