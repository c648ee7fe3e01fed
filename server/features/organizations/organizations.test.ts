import { describe, expect, test } from 'vitest'
import type { Organization } from '#contract/organizations/organizations.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, makeClient, makeRow, makeUser, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const admin = await signIn(emails.admin)
const url = '/api/admin/organizations'

const create = (payload: object) => call({ method: 'POST', url, payload }, admin)
const change = (id: string, payload: object) =>
  call({ method: 'PATCH', url: `${url}/${id}`, payload }, admin)
const list = (query = '') => call({ url: `${url}${query}` }, admin)
const organizationsOf = async (query = '') => (await list(query)).json<Organization[]>()
const entriesOf = (rowId: string) => auditEntries(db, { rowId })

describe('a new organization', () => {
  test('only requires a name', async () => {
    const answer = await create({ name: ' Havgren ', description: '', city: null })
    expect(answer.statusCode).toBe(200)
    const organization = answer.json<Organization>()
    expect(organization).toMatchObject({
      name: 'Havgren',
      description: null,
      country: null,
      city: null,
      currency: 'DKK',
      eligibleHeadcount: 0,
      employeeCount: 0,
    })
    expect(await entriesOf(organization.id)).toMatchObject([
      { action: 'organization-created', userId: made.adminUserId },
    ])
  })

  test('has an onboarding link of 256 random bits', async () => {
    const tokens = await Promise.all(
      [1, 2].map(async () => (await create({ name: 'Twin' })).json<Organization>().inviteToken),
    )
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test.each([
    [{ name: '  ' }, 'name', 'Organization name is required'],
    [{ eligibleHeadcount: -1 }, 'eligibleHeadcount', 'Headcount cannot be negative'],
    [{ eligibleHeadcount: 1.5 }, 'eligibleHeadcount', 'Headcount must be a whole number'],
    [{ monthlyPricePerEmployee: -1 }, 'monthlyPricePerEmployee', 'A price cannot be negative'],
    [{ pricePerSession: '20' }, 'pricePerSession', expect.any(String)],
    [{ currency: 'kr' }, 'currency', 'Currency is three letters, such as DKK'],
  ])('is rejected with %j', async (wrong, field, message) => {
    const answer = await create({ name: 'Somebody', ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [field]: message })
  })
})

describe('an organization', () => {
  test('is changed in the given fields only', async () => {
    const { id, inviteToken } = (
      await create({ name: 'Before', description: 'Old.', city: 'Lund', country: 'Sweden' })
    ).json<Organization>()
    const figures = {
      eligibleHeadcount: 25,
      monthlyPricePerEmployee: 199.5,
      pricePerSession: 325,
      currency: 'SEK',
    }
    expect((await change(id, { name: 'After', city: '', ...figures })).json()).toMatchObject({
      ...figures,
      name: 'After',
      description: 'Old.',
      city: null,
      country: 'Sweden',
      inviteToken,
    })
    expect((await entriesOf(id)).at(-1)).toMatchObject({ action: 'organization-changed' })
    expect((await change(id, { name: '' })).json()).toMatchObject({
      fields: { name: 'Organization name is required' },
    })
    expect((await change(id, {})).statusCode).toBe(400)
    expect((await change(newId(), { name: 'Nobody' })).statusCode).toBe(404)
  })

  test('says whether its link was shared and somebody administers it', async () => {
    const { id } = (await create({ name: 'First day' })).json<Organization>()
    const read = async () => (await call({ url: `${url}/${id}` }, admin)).json<Organization>()
    expect(await read()).toMatchObject({ isInviteShared: false, hasAdministrator: false })
    await call({ method: 'POST', url: `/api/organizations/${id}/share-invite` }, admin)
    const email = `${newId()}@example.com`
    await makeUser(db, { email: `client.${email}`, roles: ['client_user'], organizationId: id })
    expect(await read()).toMatchObject({ isInviteShared: true, hasAdministrator: false })
    const userId = await makeUser(db, { email, roles: ['org_user'], organizationId: id })
    expect(await read()).toMatchObject({ hasAdministrator: true })
    await updateRow(db, 'user', userId, { deactivatedAt: new Date().toISOString() })
    expect(await read()).toMatchObject({ hasAdministrator: false })
  })

  test('counts registered employees without their families', async () => {
    const { id } = (await create({ name: 'Counted' })).json<Organization>()
    const guardianId = await makeClient(db, { organizationId: id })
    await makeClient(db, { organizationId: id })
    await makeRow(db, 'client', { guardianId, firstName: 'Viggo', organizationId: id })
    expect((await call({ url: `${url}/${id}` }, admin)).json()).toMatchObject({ employeeCount: 2 })
    expect((await organizationsOf('?q=counted'))[0]).toMatchObject({ employeeCount: 2 })
  })
})

describe('the list of organizations', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    id: newId(),
    name: index < 10 ? 'Same' : `${['Ørsted', 'Zebra', 'äpple', 'Banan'][index % 4]} ${index % 3}`,
    description: index % 5 ? null : 'Freight by road and sea.',
    country: index % 2 ? 'Iceland' : 'Finland',
    city: index % 2 ? 'Reykjavík' : 'Turku',
    inviteToken: `token-${index}`,
  }))
  await db.insertInto('organization').values(rows).execute()

  test('is searched by name or description and filtered by place', async () => {
    expect(await organizationsOf('?q=FREIGHT')).toHaveLength(8)
    expect(await organizationsOf('?q=orsted')).toHaveLength(
      rows.filter((it) => it.name.startsWith('Ø')).length,
    )
    const found = await organizationsOf('?q=same&country=Iceland&city=Reykjav%C3%ADk')
    expect(found).toHaveLength(5)
    const { headers } = await list('?limit=2&q=same&country=Iceland')
    expect(headers['x-match-count']).toBe('5')
    expect(Number(headers['x-total-count'])).toBe((await organizationsOf()).length)
    expect(await organizationsOf('?country=Finland&city=Reykjav%C3%ADk')).toEqual([])
  })
})
