import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { definitionKinds } from '#contract/definitions/definitions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Db, openDb } from '../db/db.ts'
import type { DB } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { daysFromNow, makeAssignmentType, makeMetricCategory } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { endpoints } from './docs/contract-exports.ts'
import { createOnce } from './idempotency.ts'

const app = await testApp()
const { db, call, signIn, emails, clientId, coachId, sessionDefinitionId, adminUserId } = app
const { databaseUrl } = app
const cookies = {
  system: await signIn(emails.system),
  admin: await signIn(emails.admin),
  coach: await signIn(emails.coach),
  client: await signIn(emails.client),
}
const assignmentDefinitionId = await makeAssignmentType(db)
const categoryId = await makeMetricCategory(db)

type Example = { who: keyof typeof cookies; table: keyof DB; body: object }
const definition = (table: keyof typeof definitionKinds, body: object) => ({
  [definitionKinds[table].create.path]: { who: 'system' as const, table, body },
})
const workday = [7, 8, 9].map(daysFromNow).find((it) => ![0, 6].includes(new Date(it).getUTCDay()))
/** Caller, table and body for each idempotent endpoint, by path. */
const examples: Record<string, Example> = {
  '/api/clients/{id}/scheduled-sessions': {
    ...{ who: 'coach', table: 'session' },
    body: { sessionDefinitionId, sessionDate: daysFromNow(1) },
  },
  '/api/my-bookings/{id}/sessions': {
    ...{ who: 'client', table: 'sessionRequest' },
    body: { startsAt: `${workday?.slice(0, 10)}T10:00:00Z` },
  },
  '/api/coaches/{id}/time-off': {
    ...{ who: 'admin', table: 'timeOff' },
    body: { firstDay: '2027-07-01', lastDay: '2027-07-14' },
  },
  '/api/clients/{id}/assignments': {
    ...{ who: 'coach', table: 'assignment' },
    body: { assignmentDefinitionId, dueDate: null, note: '' },
  },
  '/api/clients/{id}/burnout-assessments': {
    ...{ who: 'coach', table: 'burnoutAssessment' },
    body: { weekNumber: 1, riskScore: 50, reason: 'Sleeps badly.' },
  },
  '/api/clients/{id}/questionnaires': {
    ...{ who: 'coach', table: 'questionnaire' },
    body: { instrument: 'phq-9', dueDate: null, note: '' },
  },
  '/api/my-client-data/family': {
    ...{ who: 'client', table: 'client' },
    body: { firstName: 'Viggo', lastName: 'Client', familyRelation: 'Son' },
  },
  '/api/admin/users': {
    ...{ who: 'admin', table: 'user' },
    body: {
      ...{ email: 'new.admin@example.com', password: 'calm-river-stone', roles: ['maylab_admin'] },
      ...{ firstName: 'New', lastName: 'Admin' },
    },
  },
  '/api/admin/organizations': { who: 'admin', table: 'organization', body: { name: 'Havgren' } },
  '/api/admin/ai-prompt-templates': {
    ...{ who: 'system', table: 'template' },
    body: {
      ...{ name: 'Careful', type: 'diarization', systemPrompt: 'Be kind.' },
      userPromptTemplate: '{{audioTranscript}}',
    },
  },
  '/api/admin/golden-transcripts': {
    ...{ who: 'system', table: 'goldenTranscript' },
    body: {
      ...{ name: 'A calm week', type: 'session_preparation', transcript: 'Speaker 1: Hello.' },
      ...{ values: [], quotes: ['hello'], forbidden: ['diagnosis'] },
    },
  },
  '/api/admin/integration-settings': {
    ...{ who: 'system', table: 'integration' },
    body: {
      ...{ type: 'email_sms', provider: 'smtp' },
      settings: {
        host: 'mail.example.com',
        port: '587',
        username: 'mailer',
        password: 'x'.repeat(9),
      },
    },
  },
  '/api/admin/identity-providers': {
    ...{ who: 'system', table: 'identityProvider' },
    body: {
      ...{ name: 'Nordlys', issuer: 'https://id.example.com', clientId: 'maylab' },
      ...{ clientSecret: 'x'.repeat(9), groupClaim: '', organizationId: null, isActive: false },
      signsOut: false,
      roleGroups: { system_admin: [], maylab_admin: [], coach_user: [], org_user: [] },
    },
  },
  ...definition('metricCategory', { name: 'Sleep' }),
  ...definition('metricDefinition', { key: 'calm', label: 'Calm', categoryId }),
  ...definition('sessionMetric', {
    key: 'trust',
    label: 'Trust',
    sessionTypeId: sessionDefinitionId,
  }),
  ...definition('sessionDefinition', { name: 'Walk', description: 'Outdoors' }),
  ...definition('assignmentDefinition', { name: 'Walk' }),
}

const known = endpoints.filter(({ endpoint }) => endpoint.isIdempotent)
const each = known.map(({ name, endpoint }) => [name, endpoint] as const)
const addressOf = ({ path }: Endpoint) =>
  path.replace('{id}', path.startsWith('/api/coaches/') ? coachId : clientId)
const of = ({ path }: Endpoint) => {
  const it = examples[path]
  if (!it) throw new Error(`No example for ${path}.`)
  return it
}
const send = (endpoint: Endpoint, key?: string, change: object = {}, cookie?: string) => {
  const { who, body } = of(endpoint)
  return call(
    {
      ...{ method: 'POST', url: addressOf(endpoint), payload: { ...body, ...change } },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    },
    cookie ?? cookies[who],
  )
}
const countOf = async (table: keyof DB) => {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
/** Deletes the created rows, so that the next test can create the same unique values. */
async function withCleanup(table: keyof DB, work: () => Promise<void>) {
  const before = await db
    .selectFrom(table)
    .select('id' as never)
    .execute()
  await work()
  await sql`delete from ${sql.table(table.replaceAll(/[A-Z]/g, (it) => `_${it.toLowerCase()}`))}
    where not id = any(${(before as { id: string }[]).map(({ id }) => id)}::uuid[])`.execute(db)
}

test('every idempotent endpoint of the contract is tested', () => {
  expect(Object.keys(examples).toSorted()).toEqual(
    known.map(({ endpoint }) => endpoint.path).toSorted(),
  )
})

describe.each(each)('%s', (_name, endpoint) => {
  const { table } = of(endpoint)

  test('a repeated request creates nothing and returns the first row', () =>
    withCleanup(table, async () => {
      const before = await countOf(table)
      const key = randomUUID()
      const first = await send(endpoint, key)
      expect(first.statusCode, first.body).toBe(200)
      const entries = await countOf('auditEntry')
      const second = await send(endpoint, `"${key}"`)
      expect(second.statusCode, second.body).toBe(200)
      expect(second.json()).toEqual(first.json())
      expect(await countOf(table)).toBe(before + 1)
      // Reading a plan to answer the request is audited.
      const logged = await db
        .selectFrom('auditEntry')
        .select('action')
        .orderBy('id')
        .offset(entries)
        .execute()
      expect(logged.filter(({ action }) => action !== 'plan-opened')).toEqual([])
    }))

  test('concurrent requests with the same key create one row', () =>
    withCleanup(table, async () => {
      const before = await countOf(table)
      const key = randomUUID()
      const answers = await Promise.all([1, 2, 3].map(() => send(endpoint, key)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      expect(await countOf(table)).toBe(before + 1)
    }))

  test('a failed request can be repeated with the same key', () =>
    withCleanup(table, async () => {
      const key = randomUUID()
      await sql`alter table audit_entry add constraint none check (false) not valid`.execute(db)
      const refused = await send(endpoint, key)
      await sql`alter table audit_entry drop constraint none`.execute(db)
      expect(refused.statusCode).toBe(500)
      expect((await send(endpoint, key)).statusCode).toBe(200)
    }))
})

const organizations = endpoints.find(({ name }) => name === 'createOrganization')?.endpoint
if (!organizations) throw new Error('Organizations are not created any more.')

const names = async () =>
  (await db.selectFrom('organization').select('name').execute()).map(({ name }) => name)

describe('an idempotency key', () => {
  const times = async (name: string) => (await names()).filter((it) => it === name).length

  test('is optional: each request without one creates a row', async () => {
    for (let n = 0; n < 2; n++)
      expect((await send(organizations, undefined, { name: 'Twice' })).statusCode).toBe(200)
    expect(await times('Twice')).toBe(2)
  })

  test('belongs to one user: another user with the same key creates a row', async () => {
    const key = randomUUID()
    const ids = []
    for (const cookie of [cookies.admin, cookies.system]) {
      const answer = await send(organizations, key, { name: 'Each' }, cookie)
      ids.push(answer.json<{ id: string }>().id)
    }
    expect(new Set(ids).size).toBe(2)
    expect(await times('Each')).toBe(2)
  })

  test.each([
    ['another body', organizations, { name: 'Other' }],
    ['another endpoint', definitionKinds.assignmentDefinition.create, { name: 'Same' }],
  ])('is refused with %s', async (_what, endpoint, change) => {
    const key = randomUUID()
    const cookie = cookies.system
    expect((await send(organizations, key, { name: 'Same' }, cookie)).statusCode).toBe(200)
    const answer = await send(endpoint, key, change, cookie)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'sent-before' })
    expect(answer.json<{ error: string }>().error).toContain('was saved')
    expect(await times('Other')).toBe(0)
  })

  test.each([
    '',
    'short',
    'x'.repeat(65),
    `"${'x'.repeat(20)}`,
    'with spaces in between',
    'ø'.repeat(20),
  ])('of the form %j is refused', async (key) => {
    const answer = await send(organizations, key, { name: 'Wrong' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ error: string }>().error).toContain('16 to 64 letters')
    expect(await times('Wrong')).toBe(0)
  })

  test('is not stored, nor is the body', async () => {
    const key = randomUUID()
    await send(organizations, key, { name: 'Sealed' })
    const rows = await db.selectFrom('idempotentRequest').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${key}|Sealed`))
  })

  test('of a row that was deleted gets a 404', async () => {
    const key = randomUUID()
    const { id } = (await send(organizations, key, { name: 'Gone' })).json<{ id: string }>()
    await db.deleteFrom('organization').where('id', '=', id).execute()
    expect((await send(organizations, key, { name: 'Gone' })).statusCode).toBe(404)
    expect(await times('Gone')).toBe(0)
  })
})

test('a lost connection leaves neither the row nor the key', async () => {
  const other = openDb(databaseUrl, () => undefined, 1)
  const actor = { userId: adminUserId, idempotentRequest: { keyHash: 'killed', digest: 'x' } }
  const make = (of: Db, kill: (tx: Db) => Promise<unknown>) =>
    inTransaction(of, (tx) =>
      createOnce(tx, actor, async (id) => {
        const row = { id, name: 'Killed', inviteToken: id }
        await tx.insertInto('organization').values(row).execute()
        await kill(tx)
      }),
    )
  const countKilled = async () => ({
    rows: (await names()).filter((it) => it === 'Killed').length,
    keys: (
      await db.selectFrom('idempotentRequest').where('keyHash', '=', 'killed').selectAll().execute()
    ).length,
  })
  const killed = make(other.db, (tx) =>
    sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx),
  )
  await expect(killed).rejects.toThrow('terminat')
  await other.db.destroy()
  expect(await countKilled()).toEqual({ rows: 0, keys: 0 })
  const [first, second] = [await make(db, async () => {}), await make(db, async () => {})]
  expect(second).toBe(first)
  expect(await countKilled()).toEqual({ rows: 1, keys: 1 })
})
