import type { FastifyInstance } from 'fastify'
import {
  type AnyDefinitionKind,
  type DefinitionKind,
  definitionKindNames,
  definitionKinds,
  listDefinitionDeletions,
  retryDefinitionDeletion,
  undoDefinitionDeletion,
} from '#contract/definitions/definitions.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { listDefinitions } from './definitions.queries.ts'
import { editDefinition, addDefinition, moveDefinition } from './definitions.service.ts'
import { listDeletions } from './deletions/deletions.queries.ts'
import {
  deleteDefinition,
  retryDeletion,
  undoDeletion,
  listDependents,
} from './deletions/deletions.service.ts'

export function definitionRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'queue'>) {
  for (const kind of definitionKindNames) mountKind(app, deps, kind)
  mount(app, listDefinitionDeletions, () => listDeletions(deps.db))
  mount(app, undoDefinitionDeletion, ({ params }, actor) => undoDeletion(deps, actor, params.id))
  mount(app, retryDefinitionDeletion, ({ params }, actor) => retryDeletion(deps, actor, params.id))
}

/** Every kind has the same endpoints. */
function mountKind(app: FastifyInstance, deps: Pick<Deps, 'db' | 'queue'>, kind: DefinitionKind) {
  const { db } = deps
  const { list, create, update, getDependents, remove, move }: AnyDefinitionKind =
    definitionKinds[kind]
  mount(app, list, () => listDefinitions(db, kind))
  mount(app, create, ({ body }, actor) => addDefinition(db, actor, kind, body))
  mount(app, update, ({ params: { id }, body: { version, ...change } }, actor) =>
    editDefinition(db, actor, kind, { id, version }, change),
  )
  mount(app, getDependents, ({ params }) => listDependents(db, kind, params.id))
  mount(app, remove, ({ params }, actor) => deleteDefinition(deps, actor, kind, params.id))
  mount(app, move, ({ params, body }, actor) => moveDefinition(db, actor, kind, params.id, body))
}
