import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/consents/consents.ts'
import * as sentData from '#contract/consents/sent-data.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { listConsentTexts, saveConsentText } from './consent-texts.service.ts'
import { listSentData } from './consents.queries.ts'
import { getConsents, saveDecisions, undoDecision } from './consents.service.ts'

export function consentRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, contract.getConsents, ({ params }, actor) => getConsents(deps, actor, params.id))
  mount(app, contract.decideConsents, ({ params, body }, actor) =>
    saveDecisions(deps, actor, params.id, body),
  )
  mount(app, contract.undoConsent, ({ params }, actor) => undoDecision(deps, actor, params))
  mount(app, sentData.listSentData, ({ query: { page } }, { userId }) =>
    listSentData(deps.db, { userId, page }),
  )
  mount(app, contract.listConsentTexts, () => listConsentTexts(deps.db))
  mount(app, contract.addConsentText, ({ params, body }, actor) =>
    saveConsentText(deps.db, actor, params.purpose, body),
  )
}
