import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/prompts.ts'
import { isSystemAdmin } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { getTemplate, listTemplates } from './prompts.queries.ts'
import { executeTemplate } from './prompts.service.ts'
import { templatesWithChecks } from './checks/template-checks.service.ts'
import { getVersionWithPrompts, templateVersions } from './templates/template-versions.queries.ts'
import {
  activateTemplate,
  updateTemplate,
  createTemplate,
  deleteTemplate,
} from './templates/templates.service.ts'
import { saveDraft, restoreTemplateVersion } from './templates/template-versions.service.ts'

export function promptRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'providers' | 'installation'>,
) {
  const { db } = deps
  mount(app, contract.listTemplates, (_input, actor) =>
    isSystemAdmin(actor) ? templatesWithChecks(db) : listTemplates(db),
  )
  mount(app, contract.createTemplate, ({ body }, actor) => createTemplate(db, actor, body))
  mount(app, contract.updateTemplate, ({ params, body }, actor) =>
    updateTemplate(db, actor, params.id, body),
  )
  mount(app, contract.deleteTemplate, ({ params }, actor) => deleteTemplate(db, actor, params.id))
  mount(app, contract.activateTemplate, ({ params, body }, actor) =>
    activateTemplate(db, actor, params.id, body?.reason),
  )
  mount(app, contract.listTemplateVersions, async ({ params: { id } }) => {
    await getTemplate(db, id)
    return templateVersions(db, id)
  })
  mount(app, contract.saveTemplateDraft, ({ params, body }, actor) =>
    saveDraft(db, actor, params.id, body),
  )
  mount(app, contract.readTemplateVersion, ({ params }) =>
    getVersionWithPrompts(db, params.id, params.number),
  )
  mount(app, contract.restoreTemplateVersion, ({ params, body }, actor) =>
    restoreTemplateVersion(db, actor, params, body?.reason),
  )
  mount(app, contract.executeTemplate, ({ body }, actor) => executeTemplate(deps, actor, body))
}
