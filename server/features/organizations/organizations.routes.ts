import type { FastifyInstance } from 'fastify'
import {
  createOrganization,
  getOrganization,
  listOrganizationPlaces,
  listOrganizations,
  updateOrganization,
} from '#contract/organizations/organizations.ts'
import {
  downloadPoster,
  getOnboardingLink,
  onboardingAddress,
  rotateInvite,
  shareInvite,
} from '#contract/organizations/onboarding-link.ts'
import {
  deleteEmployeeList,
  getEmployeeList,
  previewEmployeeList,
  putEmployeeList,
  undoEmployeeList,
} from '#contract/organizations/employee-list.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, mount, mountRaw } from '../../platform/http/mount.ts'
import { disposition } from '../../platform/http/send-file.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { audit } from '../audit/audit.ts'
import { getListState } from './employee-list/employee-list.queries.ts'
import {
  previewList,
  removeList,
  saveList,
  undoList,
} from './employee-list/employee-list.service.ts'
import {
  openOnboardingLink,
  rotateOnboardingLink,
  shareOnboardingLink,
} from './onboarding-link.service.ts'
import { posterPdf } from './poster-file.ts'
import {
  getOnboardingLinkRow,
  listPlaces,
  organizationList,
  getOrganizationRow,
} from './organizations.queries.ts'
import { editOrganization, addOrganization } from './organizations.service.ts'

export function organizationRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'installation' | 'queue'>,
) {
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
  mount(app, getOnboardingLink, ({ params }, actor) => openOnboardingLink(db, actor, params.id))
  mount(app, rotateInvite, ({ params }, actor) => rotateOnboardingLink(deps, actor, params.id))
  mount(app, shareInvite, ({ params }, actor) => shareOnboardingLink(db, actor, params.id))
  mount(app, getEmployeeList, ({ params }, actor) => getListState(db, actor, params.id))
  mount(app, previewEmployeeList, ({ params, body }, actor) =>
    previewList(db, actor, params.id, body.text),
  )
  mount(app, putEmployeeList, ({ params, body }, actor) =>
    saveList(deps, actor, params.id, body.text),
  )
  mount(app, undoEmployeeList, ({ params }, actor) => undoList(deps, actor, params.id))
  mount(app, deleteEmployeeList, ({ params }, actor) => removeList(deps, actor, params.id))
  mountRaw(app, downloadPoster, async ({ params: { id }, browser, reply }, actor) => {
    const { organizationName, inviteToken } = await getOnboardingLinkRow(db, actor, id)
    await audit(db, actor, { action: 'invite-poster-downloaded', table: 'organization', rowId: id })
    return reply
      .type('application/pdf')
      .header('content-disposition', disposition(true, `Poster ${organizationName}.pdf`))
      .header('x-content-type-options', 'nosniff')
      .send(
        await posterPdf({
          ...{ brandName: deps.installation.brandName, organizationName },
          address: onboardingAddress(browser.origin, id, inviteToken),
        }),
      )
  })
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
