import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CrmState } from '#contract/crm/crm.ts'
import { newId } from '../../platform/ids.ts'
import { createCatalogue } from '../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../providers/registry.ts'
import { json } from '../../test/local-service.ts'
import { auditEntries, makeMetric, makeRow, makeSession, updateRow } from '../../test/make.ts'
import { pipedriveService } from '../../test/services/pipedrive.ts'
import { runQueuedJobs, secondsUntil } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { requestSync } from './crm.service.ts'

const service = await pipedriveService()
afterAll(() => service.close())
const folders = { dataDir: '/nowhere', modelsDir: '/nowhere', keyDir: '/nowhere' }
const app = await testApp((given) => ({
  providers: createProviders(
    { ...given, addresses: { pipedrive: service.origin } },
    createCatalogue(folders),
  ),
}))
const { db, deps, call, signIn, emails, organizationId, coachId, clientId, ...made } = app
const system = await signIn(emails.system)
const read = async () => (await call({ url: '/api/admin/crm' }, system)).json<CrmState>()
const ask = () => call({ method: 'POST', url: '/api/admin/crm/sync' }, system)
const openId = async () =>
  (await db.selectFrom('crmSync').select('id').where('finishedAt', 'is', null).executeTakeFirst())
    ?.id ?? ''
const sync = async () => {
  expect((await ask()).statusCode).toBe(200)
  await runQueuedJobs(app, 'sync-crm')
  return read()
}
const rename = (name: string) => updateRow(db, 'organization', organizationId, { name })
/** Returns a function that deletes them. */
async function makeOrganizations(count: number) {
  const ids = Array.from({ length: count }, newId)
  await db
    .insertInto('organization')
    .values(ids.map((id) => ({ id, name: `Number ${id}`, inviteToken: id.padEnd(43, 'z') })))
    .execute()
  return () => db.deleteFrom('organization').where('id', 'in', ids).execute()
}
const requests = () => service.calls.map(({ method, path }) => `${method} ${path}`)

const integrationId = newId()
const insert = (id: string, token = service.settings['apiToken']) => ({
  ...{ id, type: 'crm', provider: 'pipedrive' },
  settings: JSON.stringify({ companyDomain: 'maylab' }),
  secrets: deps.keys.encrypt('integration-secrets', id, JSON.stringify({ apiToken: token })),
})
const isActive = (id: string) =>
  vi.waitFor(async () => expect((await deps.providers.active('crm')).id).toBe(id), 10_000)
const switchTo = async (id: string) => {
  await db.transaction().execute(async (tx) => {
    const ofType = tx.updateTable('integration').where('type', '=', 'crm')
    await ofType.set({ isActive: false }).execute()
    await ofType.set({ isActive: true }).where('id', '=', id).execute()
  })
  await isActive(id)
}

test('without a CRM there is no sync', async () => {
  expect(await read()).toEqual({ provider: null, sync: null, linked: 0, failed: 0, results: [] })
  const answer = await ask()
  expect(answer.statusCode).toBe(409)
  expect(answer.json().error).toBe('No CRM is connected yet. Add one first.')
  expect(await requestSync(deps, null)).toBeUndefined()
})

describe('with a CRM', () => {
  beforeAll(async () => {
    await makeRow(db, 'integration', { ...insert(integrationId), isActive: true })
    await isActive(integrationId)
  })
  afterEach(async () => {
    service.forget()
    await rename('Nordlys Design')
    await db.deleteFrom('crmLink').execute()
    await db.deleteFrom('crmSync').execute()
  })

  test('organizations and coaches are sent once, with results', async () => {
    const { sync: done, ...state } = await sync()
    expect(done).toMatchObject({ total: 3, done: 3, sent: 3, failed: 0, error: null })
    expect(done?.finishedAt).not.toBeNull()
    expect(state).toMatchObject({ provider: 'pipedrive', linked: 3, failed: 0 })
    expect(state.results.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      'coach anna coach',
      'coach bo coach',
      'organization Nordlys Design',
    ])
    expect([service.organizations.size, service.people.size]).toEqual([1, 2])
  })

  test('many are sent in several runs', async () => {
    const remove = await makeOrganizations(25)
    expect((await sync()).sync).toMatchObject({ total: 28, done: 20, sent: 20, finishedAt: null })
    await runQueuedJobs(app, 'sync-crm')
    expect((await read()).sync).toMatchObject({
      done: 28,
      sent: 28,
      finishedAt: expect.any(String),
    })
    expect(service.organizations.size).toBe(26)
    await remove()
  })

  test('nothing about a client is sent', async () => {
    const sessionId = await makeSession(db, {
      ...{ clientId, sessionDefinitionId: made.sessionDefinitionId },
      transcribedTextRaw: '[00:00:00] Speaker 2: unmistakable words of mine',
    })
    await makeMetric(db, { key: 'unmistakable_metric' })
    await sync()
    const left = service.calls
      .map((it) =>
        decodeURIComponent(
          `${it.path} ${it.query.toString()} ${it.body.toString()} ${JSON.stringify(it.headers)}`,
        ),
      )
      .join('\n')
      .toLowerCase()
    expect(left).toContain('anna.coach@example.com')
    const people = await db
      .selectFrom('client')
      .innerJoin('user', 'user.id', 'client.userId')
      .selectAll('user')
      .select('client.id as client')
      .execute()
    expect(people.length).toBeGreaterThan(0)
    const never = people.flatMap((it) => [it.client, it.id, it.email, it.firstName, it.lastName])
    const words = [sessionId, 'unmistakable', emails.org, emails.admin, 'risk', 'burnout']
    for (const word of [...never, ...words]) expect(left).not.toContain(String(word).toLowerCase())
    // A list of all fields that may be sent.
    const fields = service.calls.flatMap(({ body }) =>
      body.length ? Object.keys(JSON.parse(body.toString()) as object) : [],
    )
    expect([...new Set(fields)].toSorted()).toEqual(['emails', 'name'])
  })

  describe('a record that was sent before', () => {
    test('is not sent again', async () => {
      await sync()
      service.calls.length = 0
      expect((await sync()).sync).toMatchObject({ done: 3, sent: 0, failed: 0 })
      expect(service.calls).toEqual([])
    })

    test('is sent again when it changes, under its id', async () => {
      await sync()
      service.calls.length = 0
      await rename('Sydvind')
      expect((await sync()).sync).toMatchObject({ done: 3, sent: 1 })
      expect(requests()).toEqual([expect.stringMatching(/^PATCH \/api\/v2\/organizations\/\d+$/)])
      expect([...service.organizations.values()]).toEqual([{ name: 'Sydvind' }])
    })

    test('is created again if it was deleted in the CRM and changes here', async () => {
      await sync()
      service.organizations.clear()
      await rename('Sydvind')
      expect((await sync()).sync).toMatchObject({ sent: 1, failed: 0 })
      expect([...service.organizations.values()]).toEqual([{ name: 'Sydvind' }])
    })

    test('stays in the CRM if it is deleted here, and is no longer counted', async () => {
      const gone = { name: 'Gone Ltd', inviteToken: 'y'.repeat(43) }
      const id = await makeRow(db, 'organization', gone)
      expect(await sync()).toMatchObject({ linked: 4 })
      await db.deleteFrom('organization').where('id', '=', id).execute()
      expect(await sync()).toMatchObject({ linked: 3 })
      expect(service.organizations.size).toBe(2)
    })
  })

  describe('a coach who left is not sent', () => {
    const before = { roles: ['coach_user'], deactivatedAt: null }
    test.each([
      ['inactive', { status: 'inactive' }, {}],
      ['deactivated', {}, { deactivatedAt: '2026-01-01' }],
      ['without the role', {}, { roles: ['system_admin'] }],
    ])('%s', async (_how, profile, account) => {
      await updateRow(db, 'coach', coachId, { status: 'active', ...profile })
      await updateRow(db, 'user', made.coachUserId, { ...before, ...account })
      await sync()
      await updateRow(db, 'coach', coachId, { status: 'active' })
      await updateRow(db, 'user', made.coachUserId, before)
      expect([...service.people.values()]).toEqual([expect.objectContaining({ name: 'bo coach' })])
    })
  })

  describe('a record that is rejected', () => {
    const refuse: Parameters<typeof service.next>[0] = (_call, response) =>
      json(response, 400, { success: false, error: 'Name is not allowed.' })

    test('is listed first with the reason and retried, and the others are sent', async () => {
      service.next(refuse)
      const state = await sync()
      expect(state).toMatchObject({
        ...{ linked: 2, failed: 1, sync: { sent: 2, failed: 1, error: null } },
      })
      expect(state.results[0]).toMatchObject({
        isSuccess: false,
        error: 'Pipedrive says: Name is not allowed.',
      })
      expect(await sync()).toMatchObject({ linked: 3, failed: 0, sync: { sent: 1 } })
    })

    test('ends the sync if it is the fifth in a row', async () => {
      const remove = await makeOrganizations(6)
      service.next(...Array.from({ length: 9 }, () => refuse))
      const { sync: ended } = await sync()
      await remove()
      expect(ended).toMatchObject({
        ...{ done: 5, failed: 5, error: 'Pipedrive says: Name is not allowed.' },
        finishedAt: expect.any(String),
      })
      expect(service.calls).toHaveLength(5)
    })
  })

  describe('a CRM that is unreachable', () => {
    const away: Parameters<typeof service.next>[0] = (_call, response) =>
      json(response, 503, { error: 'Down for maintenance.' }, { 'retry-after': '1800' })

    test('is retried after the time that it specifies, or at once on request, and the sync continues', async () => {
      service.next(away)
      const { sync: waiting } = await sync()
      expect(waiting).toMatchObject({
        ...{ finishedAt: null, done: 0, error: 'Pipedrive says: Down for maintenance.' },
      })
      const id = await openId()
      expect(await secondsUntil(app, 'sync-crm', { id })).toBeGreaterThan(1_700)
      const { sync: done } = await sync()
      expect(done).toMatchObject({ done: 3, sent: 3, error: null, finishedAt: expect.any(String) })
    })

    test('gets no duplicate of a record whose response was lost', async () => {
      // The search finds nothing, the record is created, and the response is lost.
      service.next(
        (_call, response) => json(response, 200, { success: true, data: { items: [] } }),
        ({ body }, response) => {
          service.people.set('77', JSON.parse(body.toString()) as Record<string, unknown>)
          response.destroy()
        },
      )
      await sync()
      await sync()
      expect([service.organizations.size, service.people.size]).toEqual([1, 2])
    })
  })

  test('only one sync runs at a time', async () => {
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await requestSync(deps, null)).toBe(await openId())
    expect(await db.selectFrom('crmSync').select('id').execute()).toHaveLength(1)
  })

  test('a sync ends when another CRM is active', async () => {
    await ask()
    const id = await openId()
    const other = newId()
    await db.insertInto('integration').values(insert(other, 'another-token')).execute()
    await switchTo(other)
    await runQueuedJobs(app, 'sync-crm')
    const ended = await db.selectFrom('crmSync').selectAll().where('id', '=', id).executeTakeFirst()
    expect(ended?.error).toBe('Another CRM was activated.')
    expect(service.calls).toEqual([])
    await switchTo(integrationId)
  })

  test('a requested sync is audited', async () => {
    await ask()
    const entries = await auditEntries(db, { action: 'crm-sync-started', rowId: integrationId })
    expect(entries.at(-1)).toMatchObject({
      ...{ userId: made.systemUserId, details: { provider: 'pipedrive' } },
    })
  })
})
