import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/executions/executions.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { listExecutions, openExecution } from './executions.service.ts'
import { getModelPrices } from './model-prices/model-prices.queries.ts'
import { saveModelPrices } from './model-prices/model-prices.service.ts'
import { listBuckets } from './series.queries.ts'

export function executionRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  const { db } = deps
  mount(app, contract.listExecutions, ({ query }, actor) => listExecutions(db, actor, query))
  mount(app, contract.readExecutionSeries, ({ query }) => listBuckets(deps, query))
  mount(app, contract.readExecution, ({ params }, actor) => openExecution(db, actor, params.id))
  mount(app, contract.listModelPrices, () => getModelPrices(db))
  mount(app, contract.saveModelPrices, ({ body }, actor) => saveModelPrices(db, actor, body))
}
