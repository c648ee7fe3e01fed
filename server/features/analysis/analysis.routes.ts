import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/analysis/analysis.ts'
import { readAnalysisQuality } from '#contract/analysis/analysis-quality.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { getAnalysisQuality } from './quality/analysis-quality.service.ts'
import { analyse, cancel, decide, openAnalysis } from './analysis.service.ts'

export function analysisRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'queue' | 'installation' | 'providers'>,
) {
  const { db } = deps
  mount(app, contract.getAnalysis, ({ params }, actor) => openAnalysis(db, actor, params.id))
  mount(app, contract.analyseSession, ({ params, body }, actor) =>
    analyse(deps, actor, params.id, body),
  )
  mount(app, contract.cancelAnalysis, ({ params }, actor) => cancel(deps, actor, params.id))
  mount(app, contract.decideValue, ({ params, body }, actor) =>
    decide(deps, actor, params.id, body),
  )
  mount(app, readAnalysisQuality, ({ query }) => getAnalysisQuality(db, query))
}
