import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/prompts.ts'
import { isSystemAdmin } from '#contract/roles.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { templates, templatesWithPrompts } from './prompts.queries.ts'
import { executeTemplate } from './prompts.service.ts'

export function promptRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'providers' | 'config'>,
) {
  mount(app, contract.listTemplates, (_input, actor) =>
    isSystemAdmin(actor) ? templatesWithPrompts(deps.db) : templates(deps.db),
  )
  mount(app, contract.executeTemplate, ({ body }, actor) => executeTemplate(deps, actor, body))
}
