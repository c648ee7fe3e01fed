import type { FastifyInstance } from 'fastify'
import {
  deleteAssignments,
  createAssignments,
  updateAssignment,
} from '#contract/plans/assignment-changes.ts'
import { completeAssignment } from '#contract/plans/assignments.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import {
  changeAssignment,
  addAssignments,
  removeAssignments,
  setCompletion,
} from './assignments.service.ts'

export function assignmentRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'installation' | 'queue'>,
) {
  mount(app, createAssignments, ({ params, body }, actor) =>
    addAssignments(deps, actor, params.id, body),
  )
  mount(app, updateAssignment, ({ params: { id }, body: { version, ...changed } }, actor) =>
    changeAssignment(deps, actor, { id, version }, changed),
  )
  mount(app, deleteAssignments, ({ params, query }, actor) =>
    removeAssignments(deps, actor, params.id, query),
  )
  mount(app, completeAssignment, ({ params, body }, actor) =>
    setCompletion(deps, actor, params.id, body),
  )
}
