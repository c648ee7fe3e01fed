import type { FastifyInstance } from 'fastify'
import {
  createOrganization,
  getOrganization,
  listOrganizationPlaces,
  listOrganizations,
  rotateInvite,
  updateOrganization,
} from '#contract/organizations.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { listPlaces } from './places.ts'
import { organizationList, getOrganizationRow } from './organizations.queries.ts'
import { editOrganization, addOrganization, rotateInviteToken } from './organizations.service.ts'

export function organizationRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  const { db } = deps
  mount(app, listOrganizations, (asked) =>
    answerList(db, listOrganizations, organizationList, asked),
  )
  mount(app, listOrganizationPlaces, () => listPlaces(db, 'organization'))
  mount(app, getOrganization, ({ params }) => getOrganizationRow(db, params.id))
  mount(app, createOrganization, ({ body }, actor) => addOrganization(deps, actor, body))
  mount(app, updateOrganization, ({ params: { id }, body: { version, ...change } }, actor) =>
    editOrganization(db, actor, { id, version }, change),
  )
  mount(app, rotateInvite, ({ params }, actor) => rotateInviteToken(db, actor, params.id))
}
