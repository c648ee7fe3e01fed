import { describe, expect, test } from 'vitest'
import type { Client } from '#contract/clients/clients.ts'
import { type Coach, type CoachDetail } from '#contract/coaches/coaches.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, makeClient, makeRow, makeUser } from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const admin = await signIn(emails.admin)
const coach = await signIn(emails.coach)

const profile = {
  bio: 'Sleep and stress.',
  experiencedSince: 2015,
  city: 'Aarhus',
  country: 'Denmark',
  status: 'active',
}
const create = (payload: object, cookie = admin) =>
  call({ method: 'POST', url: '/api/coaches', payload }, cookie)
const change = (id: string, payload: object, cookie = admin) =>
  call({ method: 'PATCH', url: `/api/coaches/${id}`, payload }, cookie)
const setStatus = (payload: object, cookie = admin) =>
  call({ method: 'POST', url: '/api/coaches/status', payload }, cookie)
const list = (query = '') => call({ url: `/api/coaches${query}` }, admin)
const coachesOf = async (query = '') => (await list(query)).json<Coach[]>()
const read = (id: string, cookie: string) => call({ url: `/api/coaches/${id}` }, cookie)
/** The clients of the coach. */
const clientsOf = (coachId: string, query = '', cookie = admin) =>
  call({ url: `/api/admin/clients?coachId=${coachId}${query}` }, cookie)
const entriesOf = (action: string) => auditEntries(db, { action })

let people = 0
const newCoachUser = () =>
  makeUser(db, { email: `c${++people}.new@example.com`, roles: ['coach_user'] })

describe('a new coach', () => {
  test('is a user with the role and a profile, active, without clients', async () => {
    const userId = await newCoachUser()
    const { status: _status, bio: _bio, ...least } = profile
    const answer = await create({ ...least, userId, assignedPatients: [] })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      ...least,
      userId,
      bio: null,
      status: 'active',
      email: `c${people}.new@example.com`,
      assignedPatients: [],
    })
    const [entry] = await entriesOf('coach-created')
    expect(entry).toMatchObject({ userId: made.adminUserId, rowId: answer.json().id })
  })

  test('requires a user with the role', async () => {
    const answer = await create({ ...profile, userId: made.clientUserId })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'unprocessable',
      fields: { userId: expect.any(String) },
    })
  })

  test.each([
    [{ experiencedSince: undefined }, 'experiencedSince', 'Experience year is required'],
    [{ experiencedSince: 1989 }, 'experiencedSince', 'Experience year must be 1990 or later'],
    [
      { experiencedSince: new Date().getFullYear() + 1 },
      'experiencedSince',
      'Experience year cannot be in the future',
    ],
    [{ city: ' ' }, 'city', 'City is required'],
    [{ country: '' }, 'country', 'Country is required'],
    [{ status: 'away' }, 'status', expect.any(String)],
    [{ userId: 'me' }, 'userId', expect.any(String)],
    [{ assignedPatients: [made.clientId] }, 'assignedPatients', expect.any(String)],
  ])('is rejected with %j', async (wrong, field, message) => {
    const answer = await create({ ...profile, userId: newId(), ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [field]: message })
  })
})

describe('a user with the role Coach', () => {
  const account = (roles: string[]) => ({
    email: `c${++people}.given@example.com`,
    password: 'long-enough',
    firstName: 'Gitte',
    lastName: 'Given',
    roles,
  })
  const createUser = async (roles: string[]) => {
    const payload = account(roles)
    const answer = await call({ method: 'POST', url: '/api/admin/users', payload }, admin)
    return answer.json<{ id: string; version: number; email: string }>()
  }
  const profilesOf = async (email: string) => coachesOf(`?q=${email}`)

  test('has a profile, is listed under Coaches and can be managed', async () => {
    const { email } = await createUser(['maylab_admin', 'coach_user'])
    const [found, ...others] = await profilesOf(email)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      ...{ firstName: 'Gitte', status: 'active', assignedPatients: [] },
      ...{ bio: null, experiencedSince: null, city: null, country: null },
    })
    const { id = '', version } = found ?? {}
    const changed = await change(id, { version, city: 'Odense' })
    expect(changed.json()).toMatchObject({ id, city: 'Odense' })
  })

  test('gets a profile with the role and keeps it when the role is removed', async () => {
    const { id, email } = await createUser(['maylab_admin'])
    expect(await profilesOf(email)).toEqual([])
    const setRoles = async (roles: string[]) => {
      const [user] = (await call({ url: `/api/admin/users?q=${email}` }, admin)).json()
      const payload = { version: user.version, roles }
      const answer = await call({ method: 'PATCH', url: `/api/admin/users/${id}`, payload }, admin)
      expect(answer.statusCode).toBe(200)
    }
    await setRoles(['maylab_admin', 'coach_user'])
    const [given] = await profilesOf(email)
    const clientId = await makeClient(db, { coachId: given?.id ?? '' })
    await setRoles(['maylab_admin'])
    await setRoles(['coach_user'])
    expect(await profilesOf(email)).toEqual([
      expect.objectContaining({
        ...{ id: given?.id, assignedPatients: [clientId] },
        // With a status to return to.
        status: 'inactive',
      }),
    ])
  })

  test('has one profile after the two requests of Add Coach', async () => {
    const { id: userId, email } = await createUser(['coach_user'])
    const [blank] = await profilesOf(email)
    const answers = await Promise.all([1, 2, 3].map(() => create({ ...profile, userId })))
    expect(listStatusCodes(answers)).toEqual([200, 409, 409])
    expect(await profilesOf(email)).toMatchObject([{ ...profile, id: blank?.id, userId }])
    const created = (await entriesOf('coach-created')).filter((it) => it.rowId === blank?.id)
    expect(created).toHaveLength(1)
  })

  test('can be discarded with a blank profile only', async () => {
    const discard = (id: string) => call({ method: 'DELETE', url: `/api/admin/users/${id}` }, admin)
    const unused = await createUser(['coach_user'])
    expect((await discard(unused.id)).statusCode).toBe(200)
    expect(await profilesOf(unused.email)).toEqual([])
    const used = await createUser(['coach_user'])
    await create({ ...profile, userId: used.id })
    expect((await discard(used.id)).statusCode).toBe(409)
    expect(await profilesOf(used.email)).toHaveLength(1)
  })
})

describe('a profile', () => {
  test('is shown to administrators, without a list of the clients', async () => {
    const detail = (await read(made.coachId, admin)).json<CoachDetail>()
    expect(detail).toMatchObject({ id: made.coachId, firstName: 'anna', email: emails.coach })
    expect(detail).not.toHaveProperty('clients')
    expect(detail).not.toHaveProperty('assignedPatients')
  })

  test('is readable for its coach and no other coach', async () => {
    const asAdmin = (await read(made.coachId, admin)).json()
    expect((await read(made.coachId, coach)).json()).toEqual(asAdmin)
    const other = await signIn(emails.otherCoach)
    const answer = await read(made.coachId, other)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ error: 'There is no such coach.' })
    expect((await read(newId(), admin)).statusCode).toBe(404)
    expect((await read(made.coachId, await signIn(emails.client))).statusCode).toBe(403)
  })

  test('is changed by administrators in the given fields only', async () => {
    const { id } = (await create({ ...profile, userId: await newCoachUser() })).json<Coach>()
    const answer = await change(id, { bio: 'New.', status: 'on_leave' })
    expect(answer.json()).toMatchObject({ ...profile, bio: 'New.', status: 'on_leave' })
    expect((await entriesOf('coach-changed')).at(-1)).toMatchObject({
      rowId: id,
      details: { changed: 'bio status', status: 'on_leave' },
    })
    expect((await change(id, { bio: null })).json()).toMatchObject({ bio: null, city: 'Aarhus' })
    expect((await change(id, { bio: 'With \0 in it' })).json()).toMatchObject({
      fields: { bio: 'This holds a character that cannot be kept here; please remove it.' },
    })
    expect((await change(id, {})).statusCode).toBe(400)
    expect((await change(id, { city: '' })).json()).toMatchObject({
      fields: { city: 'City is required' },
    })
    expect((await change(id, { city: 'Odense' }, coach)).statusCode).toBe(403)
    expect((await change(newId(), { city: 'Odense' })).statusCode).toBe(404)
  })

  test('set to inactive keeps its clients', async () => {
    await change(made.coachId, { status: 'inactive' })
    const { patientCount, status } = (await read(made.coachId, admin)).json<CoachDetail>()
    expect({ patientCount, status }).toEqual({ patientCount: 1, status: 'inactive' })
    const [client] = (await clientsOf(made.coachId)).json<Client[]>()
    expect(client).toMatchObject({ id: made.clientId })
    await change(made.coachId, { status: 'active' })
  })
})

describe('a coach with many clients', async () => {
  const email = 'c300.new@example.com'
  const userId = await makeUser(db, { email, roles: ['coach_user'] })
  const id = await makeRow(db, 'coach', { userId })
  const clients = Array.from({ length: 300 }, (_, index) => ({
    ...{ id: newId(), coachId: id, guardianId: made.clientId, firstName: 'Many' },
    lastName: String(index).padStart(3, '0'),
    manualRiskLevel: [null, 'low', 'high', 'high'][index % 4] ?? null,
    openSessions: index % 3,
  }))
  await db.insertInto('client').values(clients).execute()

  test('has a caseload', async () => {
    expect((await read(id, admin)).json<CoachDetail>()).toMatchObject({
      patientCount: 300,
      caseload: { risks: { low: 75, medium: 0, high: 150 }, notAssessed: 75, openSessions: 300 },
    })
    expect((await read(made.otherCoachId, admin)).json<CoachDetail>()).toMatchObject({
      patientCount: 0,
      caseload: { risks: { low: 0, medium: 0, high: 0 }, notAssessed: 0, openSessions: 0 },
    })
  })
})

describe('the list of coaches', async () => {
  const users = Array.from({ length: 60 }, (_, index) => ({
    id: newId(),
    email: `list${index}@coaches.example`,
    firstName: index < 20 ? 'Same' : (['Søren', 'Åse', 'Zoë', 'Bo'][index % 4] ?? ''),
    lastName: index < 20 ? 'Name' : (['Holm', 'Öst', "O'Brien"][index % 3] ?? ''),
    passwordHash: 'none',
    roles: ['coach_user'],
  }))
  await db.insertInto('user').values(users).execute()
  const rows = users.map(({ id: userId }, index) => ({
    id: newId(),
    userId,
    country: index % 2 ? 'Norway' : 'Sweden',
    city: index % 2 ? 'Oslo' : (['Lund', 'Ystad'][(index / 2) % 2] ?? null),
    status: index % 3 === 0 ? 'on_leave' : 'active',
  }))
  await db.insertInto('coach').values(rows).execute()

  test('is filtered by status, country and city together', async () => {
    const found = await coachesOf('?status=on_leave&country=Sweden&city=Lund')
    expect(found).toHaveLength(
      rows.filter((it) => it.status === 'on_leave' && it.city === 'Lund').length,
    )
    expect(found.every((it) => it.city === 'Lund' && it.status === 'on_leave')).toBe(true)
    expect(await coachesOf('?country=Norway&city=Lund')).toEqual([])
    expect((await list('?status=away')).statusCode).toBe(400)
  })

  test('lists the places of coaches', async () => {
    const places = (await call({ url: '/api/coaches/places' }, admin)).json()
    expect(places).toContainEqual({ country: 'Sweden', cities: ['Lund', 'Ystad'] })
    expect(places).toContainEqual({ country: 'Norway', cities: ['Oslo'] })
    expect(places.map((it: { country: string }) => it.country)).toEqual([
      'Denmark',
      'Norway',
      'Sweden',
    ])
  })

  test('a status is set for the listed coaches, and audited for each change', async () => {
    const before = (await entriesOf('coach-status-changed')).length
    const ids = rows.slice(0, 3).map(({ id }) => id)
    const answer = await setStatus({ status: 'inactive', coaches: { ids: [...ids, newId()] } })
    expect(answer.json()).toEqual({ changed: 3, skipped: 0 })
    expect((await coachesOf('?status=inactive')).map(({ id }) => id)).toEqual(
      expect.arrayContaining(ids),
    )
    const again = await setStatus({ status: 'inactive', coaches: { ids } })
    expect(again.json()).toEqual({ changed: 0, skipped: 0 })
    const entries = (await entriesOf('coach-status-changed')).slice(before)
    expect(new Set(entries.map((it) => it.rowId))).toEqual(new Set(ids))
    const change = { tableName: 'coach', details: { status: 'inactive' } }
    expect(entries).toMatchObject(Array(3).fill({ userId: made.adminUserId, ...change }))
  })

  test('a status is set for all that match the filters', async () => {
    const answer = await setStatus({
      status: 'inactive',
      coaches: { matching: { q: 'same', country: 'Norway' } },
    })
    const sameInNorway = await coachesOf('?q=same&country=Norway')
    expect(sameInNorway).toHaveLength(10)
    expect(sameInNorway.every(({ status }) => status === 'inactive')).toBe(true)
    // One of the ten was inactive before.
    expect(answer.json()).toEqual({ changed: 9, skipped: 0 })
    expect(
      (await coachesOf('?q=same&status=inactive')).every((it) => it.country !== 'Denmark'),
    ).toBe(true)
  })
})
