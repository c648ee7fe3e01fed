import type { FastifyInstance } from 'fastify'
import { readTemplateCheck, startTemplateCheck } from '#contract/template-checks.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { readCheck, startCheck } from './template-checks.service.ts'

export function templateCheckRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'queue'>) {
  mount(app, startTemplateCheck, ({ params }, actor) => startCheck(deps, actor, params.id))
  mount(app, readTemplateCheck, ({ params }) => readCheck(deps.db, params.id))
}
