import type { FastifyInstance } from 'fastify'
import { listAssignmentDefinitions, listSessionDefinitions } from '#contract/definitions.ts'
import { assignmentDefinitions, sessionDefinitions } from './session-definitions.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'

export function definitionRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, listSessionDefinitions, () => sessionDefinitions(db))
  mount(app, listAssignmentDefinitions, () => assignmentDefinitions(db))
}
