import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { coachProfile, updateCoach } from '#contract/coaches/coaches.ts'
import {
  createOrganization,
  organizationForm,
  updateOrganization,
} from '#contract/organizations/organizations.ts'
import { updateSession } from '#contract/sessions/sessions.ts'
import { updateUser, userChange } from '#contract/accounts/users.ts'
import { makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn, emails } = made
const admin = await signIn(emails.admin)
const sessionId = await makeSession(db, {
  clientId: made.clientId,
  sessionDefinitionId: made.sessionDefinitionId,
})

/** Every versioned endpoint, with a row and a field of its form. */
const rows = [
  { endpoint: updateUser, id: made.orgUserId, field: 'firstName' },
  { endpoint: updateCoach, id: made.coachId, field: 'city' },
  { endpoint: updateOrganization, id: made.organizationId, field: 'description' },
  { endpoint: updateSession, id: sessionId, field: 'transcribedTextScripted' },
] as const

describe.each(rows)('$endpoint.method $endpoint.path', ({ endpoint, id, field }) => {
  type Row = { version: number } & Record<string, unknown>
  const url = endpoint.path.replace('{id}', id)
  const read = async () => (await call({ url }, admin)).json<Row>()
  const change = (payload: object) => call({ method: endpoint.method, url, payload }, admin)
  const expectStale = (answer: Awaited<ReturnType<typeof change>>) => {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'stale',
      error: expect.stringContaining('Someone else has changed'),
    })
  }

  test('of two changes of the same version the second is refused as stale', async () => {
    const { version } = await read()
    const first = await change({ [field]: 'First', version })
    expect(first.json<Row>().version).toBe(version + 1)
    expectStale(await change({ [field]: 'Second', version }))
    expect(await read()).toMatchObject({ [field]: 'First', version: version + 1 })
    expect((await change({ [field]: 'Second', version: version + 1 })).statusCode).toBe(200)
  })

  test('of ten concurrent changes one is saved', async () => {
    const { version } = await read()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change({ [field]: `At once ${index}`, version })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) expectStale(answer)
    expect((await read()).version).toBe(version + 1)
  })

  test('a change without a version is saved, and saving the same again is no change', async () => {
    const { version } = await read()
    for (let times = 0; times < 2; times++)
      expect((await change({ [field]: 'Without a version' })).statusCode).toBe(200)
    expect((await read()).version).toBe(version + 1)
    expect((await change({ [field]: 'And on', version: version + 1 })).statusCode).toBe(200)
  })

  test('a repeated change is accepted with the old version, as its response may have been lost', async () => {
    const { version } = await read()
    for (let times = 0; times < 2; times++) {
      const answer = await change({ [field]: 'Sent twice', version })
      expect(answer.statusCode).toBe(200)
      expect(answer.json<Row>().version).toBe(version + 1)
    }
    expectStale(await change({ [field]: 'Another', version }))
  })

  test('a version alone or an invalid version is refused', async () => {
    expect((await change({ version: 1 })).statusCode).toBe(400)
    for (const version of [0, 1.5, 2 ** 31, '1'])
      expect((await change({ [field]: 'x', version })).statusCode).toBe(400)
  })
})

const another = await call(
  { method: 'POST', url: createOrganization.path, payload: { name: 'Another' } },
  admin,
)
/** Another value for each field of a form; a missing field is a type error. */
const forms = [
  {
    ...{ endpoint: updateUser, id: made.orgUserId },
    values: {
      ...{ firstName: 'Anna', lastName: 'Otherwise', email: 'otherwise@example.com' },
      ...{ roles: ['org_user', 'client_user'], organizationId: another.json<{ id: string }>().id },
    } satisfies Record<Exclude<keyof z.infer<typeof userChange>, 'isActive'>, unknown>,
  },
  {
    ...{ endpoint: updateCoach, id: made.coachId },
    values: {
      ...{ experiencedSince: 1997, status: 'on_leave', country: 'Norway', city: 'Bergen' },
      bio: 'Listens.',
    } satisfies Record<keyof z.infer<typeof coachProfile>, unknown>,
  },
  {
    ...{ endpoint: updateOrganization, id: made.organizationId },
    values: {
      ...{ name: 'Named otherwise', description: 'Otherwise', country: 'Norway', city: 'Bergen' },
      ...{ eligibleHeadcount: 4711, monthlyPricePerEmployee: 47.5, pricePerSession: 471.5 },
      ...{ currency: 'NOK', audioStaysHere: true, wordsStayHere: true },
      consentOutside: { purposes: ['recording'], collectedBy: 'HR', papersAt: 'Archive' },
    } satisfies Record<keyof z.infer<typeof organizationForm>, unknown>,
  },
].flatMap(({ endpoint, id, values }) =>
  Object.entries(values).map(([field, value]) => ({ endpoint, id, field, value })),
)

test.each(forms)(
  '$endpoint.path: a change of $field is saved and increments the version',
  async ({ endpoint, id, field, value }) => {
    const url = endpoint.path.replace('{id}', id)
    const { version } = (await call({ url }, admin)).json<{ version: number }>()
    const payload = { [field]: value, version }
    expect((await call({ method: endpoint.method, url, payload }, admin)).statusCode).toBe(200)
    const saved = (await call({ url }, admin)).json()
    expect(saved).toMatchObject({ [field]: value, version: version + 1 })
  },
)

const texts = forms.filter(({ value }) => typeof value === 'string')

test('bio, description, country and city may be emptied', () => {
  const emptied = texts.filter(
    ({ endpoint, field }) => endpoint.body.safeParse({ [field]: '' }).success,
  )
  expect(emptied.map(({ field }) => field)).toEqual(['bio', 'description', 'country', 'city'])
})

test.each(texts)('$endpoint.path: an empty $field is stored as null or refused', async (it) => {
  const url = it.endpoint.path.replace('{id}', it.id)
  const payload = { [it.field]: '' }
  const answer = await call({ method: it.endpoint.method, url, payload }, admin)
  const mayBeEmptied = it.endpoint.body.safeParse(payload).success
  expect(answer.statusCode).toBe(mayBeEmptied ? 200 : 400)
  if (mayBeEmptied) expect(answer.json()).toMatchObject({ [it.field]: null })
})

test('changes outside of the form do not increment the version', async () => {
  const versionOf = async (url: string) =>
    (await call({ url }, admin)).json<{ version: number }>().version
  const versions = () =>
    Promise.all(
      ['/api/admin/users/', '/api/admin/organizations/', '/api/sessions/'].map((path, index) =>
        versionOf(`${path}${[made.orgUserId, made.organizationId, sessionId][index]}`),
      ),
    )
  const before = await versions()
  const done = await Promise.all([
    call(
      { method: 'PATCH', url: `/api/admin/users/${made.orgUserId}`, payload: { isActive: false } },
      admin,
    ),
    call({ method: 'POST', url: `/api/organizations/${made.organizationId}/rotate-invite` }, admin),
    call(
      { method: 'PUT', url: `/api/sessions/${sessionId}`, payload: { status: 'archived' } },
      admin,
    ),
  ])
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await versions()).toEqual(before)
})
