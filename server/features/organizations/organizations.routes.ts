import type { FastifyInstance } from 'fastify'
import {
  createOrganization,
  getOrganization,
  listOrganizationPlaces,
  listOrganizations,
  rotateInvite,
  updateOrganization,
} from '#contract/organizations/organizations.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, mount } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { listPlaces, organizationList, getOrganizationRow } from './organizations.queries.ts'
import { editOrganization, addOrganization, rotateInviteToken } from './organizations.service.ts'

export function organizationRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  const { db } = deps
  mount(app, listOrganizations, (asked, actor) =>
    answerList(db, listOrganizations, listFor(actor), asked),
  )
  mount(app, listOrganizationPlaces, () => listPlaces(db, 'organization'))
  mount(app, getOrganization, async ({ params }, actor) =>
    hideLinkFromTokens(actor, await getOrganizationRow(db, params.id)),
  )
  mount(app, createOrganization, async ({ body }, actor) =>
    hideLinkFromTokens(actor, await addOrganization(deps, actor, body)),
  )
  mount(app, updateOrganization, async ({ params: { id }, body: { version, ...change } }, actor) =>
    hideLinkFromTokens(actor, await editOrganization(db, actor, { id, version }, change)),
  )
  mount(app, rotateInvite, ({ params }, actor) => rotateInviteToken(db, actor, params.id))
}

/** Without its onboarding link for an API token, which must not get a way in. */
const hideLinkFromTokens = <T extends { inviteToken: string }>(
  { apiToken }: Actor,
  organization: T,
): T => (apiToken === undefined ? organization : { ...organization, inviteToken: '' })

const listFor = (actor: Actor): typeof organizationList => ({
  ...organizationList,
  rows: async (...of) =>
    (await organizationList.rows(...of)).map((it) => hideLinkFromTokens(actor, it)),
})
