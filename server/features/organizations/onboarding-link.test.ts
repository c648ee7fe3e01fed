import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, describe, expect, test } from 'vitest'
import { onboardingAddress, type OnboardingLink } from '#contract/organizations/onboarding-link.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, makeRow, makeUser } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const [admin, system, client] = await Promise.all(
  [emails.admin, emails.system, emails.client].map((email) => signIn(email)),
)

let organization: { id: string; name: string; inviteToken: string; own: string; userId: string }
beforeEach(async () => {
  const email = `org.${newId()}@example.com`
  const values = { name: `Havgren ${newId()}`, inviteToken: newId() }
  const id = await makeRow(db, 'organization', values)
  const userId = await makeUser(db, { email, roles: ['org_user'], organizationId: id })
  organization = { ...values, id, userId, own: await signIn(email) }
})

const at = (path: string, id = organization.id) => `/api/organizations/${id}/${path}`
const get = (cookie = organization.own) => call({ url: at('onboarding-link') }, cookie)
const post = (path: string, cookie = organization.own) =>
  call({ method: 'POST', url: at(path) }, cookie)
const actionsOf = async () =>
  (await auditEntries(db, { rowId: organization.id })).map(({ action }) => action)

describe('the onboarding link', () => {
  test.each([
    ['GET', 'onboarding-link'],
    ['POST', 'rotate-invite'],
    ['POST', 'share-invite'],
    ['GET', 'onboarding-poster'],
  ] as const)('is for its own organization and admins: %s %s', async (method, path) => {
    const status = async (cookie: string | undefined, id = organization.id) =>
      (await call({ method, url: at(path, id) }, cookie)).statusCode
    expect(await status(organization.own)).toBe(200)
    expect(await status(admin)).toBe(200)
    expect(await status(client)).toBe(403)
    const before = await actionsOf()
    expect(await status(await signIn(emails.org))).toBe(404)
    expect(await status(organization.own, made.organizationId)).toBe(404)
    expect(await status(admin, newId())).toBe(404)
    expect(await actionsOf()).toEqual(before)
  })

  test('is read by the organization, which the audit log records once', async () => {
    const { name: organizationName, inviteToken } = organization
    const link = { organizationName, inviteToken, isInviteShared: false }
    expect((await get()).json()).toEqual(link)
    expect((await get()).json()).toEqual(link)
    expect(await actionsOf()).toEqual(['invite-opened'])
  })

  test('is replaced by a new one, which has not been shared', async () => {
    expect((await post('share-invite')).json()).toMatchObject({ isInviteShared: true })
    const after = (await post('rotate-invite')).json<OnboardingLink>()
    expect(Buffer.from(after.inviteToken, 'base64url')).toHaveLength(32)
    expect(after.isInviteShared).toBe(false)
    expect((await get()).json()).toEqual(after)
    const invitation = (token: string) =>
      call({ url: `/api/onboarding/${organization.id}/${token}` })
    expect((await invitation(organization.inviteToken)).statusCode).toBe(404)
    expect((await invitation(after.inviteToken)).statusCode).toBe(200)
    const entries = await auditEntries(db, { rowId: organization.id })
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'invite-shared', userId: organization.userId },
      { action: 'invite-rotated', userId: organization.userId },
    ])
    expect(JSON.stringify(entries)).not.toContain(after.inviteToken)
  })

  test('is told to be new to whom an administrator is signed in as', async () => {
    const { userId } = organization
    const start = { method: 'POST', url: `/api/admin/impersonate/${userId}` } as const
    const { cookies } = await call(start, system)
    const asThem = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await post('rotate-invite', asThem)).statusCode).toBe(200)
    const told = await db
      .selectFrom('message')
      .select(['userId', 'rowIds'])
      .where('kind', '=', 'onboardingLinkRotated')
      .execute()
    const ids = told.filter((it) => it.rowIds?.includes(organization.id)).map((it) => it.userId)
    expect(ids).toContain(userId)
    expect(ids).not.toContain(made.systemUserId)
  })
})

describe('the poster', () => {
  const poster = () => call({ url: at('onboarding-poster') }, organization.own)
  const read = async (bytes: Buffer) => {
    const document = await getDocumentProxy(new Uint8Array(bytes))
    const page = await document.getPage(1)
    const { text } = await extractText(document, { mergePages: true })
    return { text: text.replaceAll(/\s+/g, ' '), pages: document.numPages, size: page.view }
  }

  test('is one page in A4 with brand, name and link', async () => {
    const answer = await poster()
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['cache-control']).toBe('no-store')
    const { text, pages, size } = await read(answer.rawPayload)
    expect(pages).toBe(1)
    expect(size?.map(Math.round)).toEqual([0, 0, 595, 842])
    expect(text).toContain('Maylab')
    expect(text).toContain(`${organization.name} offers you a personal coach`)
    const path = onboardingAddress('', organization.id, organization.inviteToken)
    expect(text.replaceAll(' ', '')).toMatch(new RegExp(`address:http://\\S+${path}`))
    expect(await actionsOf()).toEqual(['invite-poster-downloaded'])
  })

  test.each([
    ['with a long name stays one page', 'Wirtschaftsprüfung '.repeat(10).trim(), /Wirtschafts/],
    ['with a Hebrew name is drawn', 'דנה ושות', /offers you/],
    ['without letters for a name says employer', '北京公司', /Your employer offers you/],
  ])('%s', async (_, name, expected) => {
    await db.updateTable('organization').set({ name }).where('id', '=', organization.id).execute()
    const { text, pages } = await read((await poster()).rawPayload)
    expect(pages).toBe(1)
    expect(text).toMatch(expected)
    expect(text).not.toContain('□')
  })
})
