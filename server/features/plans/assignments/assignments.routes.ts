import type { FastifyInstance } from 'fastify'
import {
  deleteAssignments,
  giveAssignments,
  updateAssignment,
} from '#contract/assignment-changes.ts'
import { completeAssignment } from '#contract/assignments.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { change, give, remove, setCompletion } from './assignments.service.ts'

export function assignmentRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  mount(app, giveAssignments, ({ params, body }, actor) => give(deps, actor, params.id, body))
  mount(app, updateAssignment, ({ params: { id }, body: { version, ...changed } }, actor) =>
    change(deps, actor, { id, version }, changed),
  )
  mount(app, deleteAssignments, ({ params, query }, actor) => remove(deps, actor, params.id, query))
  mount(app, completeAssignment, ({ params, body }, actor) =>
    setCompletion(deps, actor, params.id, body),
  )
}
