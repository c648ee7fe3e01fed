import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/integrations/integrations.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { egressList } from './integrations.queries.ts'
import { allIntegrations } from './integration-row.ts'
import {
  addIntegration,
  changeIntegration,
  deleteIntegration,
  openIntegration,
  switchIntegration,
} from './integrations.service.ts'
import { testIntegration, testSettings } from './checks/test-provider.ts'

export function integrationRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'keys' | 'providers'>,
) {
  mount(app, contract.listIntegrations, () => allIntegrations(deps))
  mount(app, contract.addIntegration, ({ body }, actor) => addIntegration(deps, actor, body))
  mount(app, contract.changeIntegration, ({ params, body }, actor) =>
    changeIntegration(deps, actor, { ...body, ...params }),
  )
  mount(app, contract.deleteIntegration, ({ params }, actor) =>
    deleteIntegration(deps, actor, params.id),
  )
  mount(app, contract.openIntegration, ({ params }, actor) =>
    openIntegration(deps, actor, params.id),
  )
  mount(app, contract.switchIntegration, ({ params }, actor) =>
    switchIntegration(deps, actor, params),
  )
  mount(app, contract.testIntegration, ({ params }, actor) =>
    testIntegration(deps, actor, params.id),
  )
  mount(app, contract.testBunny, ({ body }, actor) =>
    testSettings(deps, actor, { type: 'video_storage', provider: 'bunny', given: body }),
  )
  mount(app, contract.testOpenAi, ({ body }, actor) =>
    testSettings(deps, actor, { type: 'ai_analysis', provider: 'openai_gpt5', given: body }),
  )
  mount(app, contract.listEgress, (asked) =>
    answerList(deps.db, contract.listEgress, egressList, asked),
  )
}
