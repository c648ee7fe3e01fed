import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/executions/executions.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { listExecutions, openExecution } from './executions.service.ts'
import { modelPricesOf } from './model-prices/model-prices.queries.ts'
import { saveModelPrices } from './model-prices/model-prices.service.ts'
import { replay, replayChoices } from './replay/replay.service.ts'
import { seriesOf } from './series.queries.ts'

export function executionRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'providers' | 'installation' | 'announcements'>,
) {
  const { db } = deps
  mount(app, contract.listExecutions, ({ query }, actor) => listExecutions(db, actor, query))
  mount(app, contract.readExecutionSeries, ({ query }) => seriesOf(deps, query))
  mount(app, contract.readExecution, ({ params }, actor) => openExecution(db, actor, params.id))
  mount(app, contract.readReplayChoices, ({ params }) => replayChoices(db, params.id))
  mount(app, contract.replayExecution, ({ params, body }, actor) =>
    replay(deps, actor, params.id, body),
  )
  mount(app, contract.listModelPrices, () => modelPricesOf(db))
  mount(app, contract.saveModelPrices, ({ body }, actor) => saveModelPrices(db, actor, body))
}
