import type { FastifyInstance } from 'fastify'
import { readTemplateCheck, startTemplateCheck } from '#contract/template-checks.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { readCheck, startCheck } from './template-checks.service.ts'

export function templateCheckRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'queue'>) {
  mount(app, startTemplateCheck, ({ params, body }, actor) =>
    startCheck(deps, actor, params.id, body?.number),
  )
  mount(app, readTemplateCheck, ({ params, query }) => readCheck(deps.db, params.id, query.number))
}
