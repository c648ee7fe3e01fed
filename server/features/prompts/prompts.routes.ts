import type { FastifyInstance } from 'fastify'
import * as golden from '#contract/prompts/golden-transcripts.ts'
import * as trials from '#contract/prompts/prompt-trials.ts'
import * as contract from '#contract/prompts/prompts.ts'
import { isSystemAdmin } from '#contract/roles.ts'
import * as checks from '#contract/prompts/template-checks.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { getTemplate, listTemplates } from './prompts.queries.ts'
import { executeTemplate } from './prompts.service.ts'
import { getGoldenTranscript, listGoldenTranscripts } from './checks/golden-transcripts.queries.ts'
import {
  createGoldenTranscript,
  deleteGoldenTranscript,
  editGoldenTranscript,
} from './checks/golden-transcripts.service.ts'
import { readCheck, startCheck, templatesWithChecks } from './checks/template-checks.service.ts'
import { getVersionWithPrompts, templateVersions } from './templates/template-versions.queries.ts'
import {
  activateTemplate,
  updateTemplate,
  createTemplate,
  deleteTemplate,
} from './templates/templates.service.ts'
import { listTrialSessions, listTrialVersions } from './trials/prompt-trials.queries.ts'
import {
  listTrialProviders,
  placeholderValues,
  previewPrompts,
  tryPrompts,
} from './trials/prompt-trials.service.ts'
import { saveDraft, restoreTemplateVersion } from './templates/template-versions.service.ts'

export function promptRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'providers' | 'installation' | 'queue' | 'announcements'>,
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

  mount(app, checks.startTemplateCheck, ({ params, body }, actor) =>
    startCheck(deps, actor, params.id, body?.number),
  )
  mount(app, checks.readTemplateCheck, ({ params, query }) =>
    readCheck(db, params.id, query.number),
  )

  mount(app, golden.listGoldenTranscripts, () => listGoldenTranscripts(db))
  mount(app, golden.readGoldenTranscript, ({ params }) => getGoldenTranscript(db, params.id))
  mount(app, golden.createGoldenTranscript, ({ body }, actor) =>
    createGoldenTranscript(db, actor, body),
  )
  mount(
    app,
    golden.updateGoldenTranscript,
    ({ params: { id }, body: { version, ...form } }, actor) =>
      editGoldenTranscript(db, actor, { id, version }, form),
  )
  mount(app, golden.deleteGoldenTranscript, ({ params }, actor) =>
    deleteGoldenTranscript(db, actor, params.id),
  )

  mount(app, trials.listTrialSessions, ({ query }) => listTrialSessions(db, query.q))
  mount(app, trials.listTrialVersions, ({ query }) => listTrialVersions(db, query.executionId))
  mount(app, trials.listTrialProviders, ({ query }, actor) =>
    listTrialProviders(db, actor, query.sessionId),
  )
  mount(app, trials.readPlaceholderValues, ({ query }, actor) =>
    placeholderValues(deps, actor, query.sessionId),
  )
  mount(app, trials.previewTemplate, ({ body }, actor) => previewPrompts(deps, actor, body))
  mount(app, trials.tryTemplate, ({ body }, actor) => tryPrompts(deps, actor, body))
}
