import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Client, type ClientCounts, waitingFor } from '#contract/clients/clients.ts'
import { type ScoreSource, scoreSource } from '#contract/plans/plan-values.ts'
import {
  daysFromNow,
  makeClient,
  makeRow,
  makeSession,
  makeUser,
  getRow,
  updateRow,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const admin = await signIn(emails.admin)
const url = '/api/admin/clients'

const clientsOf = async (asked: string, cookie = admin) =>
  (await call({ url: asked }, cookie)).json<Client[]>()

async function walk(query: string, list = url, cookie = admin) {
  const found: Client[] = []
  for (let next: string | undefined = `${list}?limit=3&${query}`; next;) {
    const answer = await call({ url: next }, cookie)
    expect(answer.statusCode).toBe(200)
    found.push(...answer.json<Client[]>())
    next = /^<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  return found
}

/** A reproducible pseudo-random sequence. */
function sequence(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

async function makeCoach(firstName: string, lastName: string) {
  const userId = await makeUser(db, {
    email: `${firstName}.${lastName}@example.com`,
    roles: ['coach_user'],
  })
  const id = await makeRow(db, 'coach', { userId })
  return { id, userId }
}
const assess = (
  clientId: string,
  weekNumber: number,
  riskScore: number,
  source: ScoreSource = 'person',
) => makeRow(db, 'burnoutAssessment', { clientId, weekNumber, riskScore, source })

const coaches = [await makeCoach('åse', 'zimmer'), await makeCoach('ömer', 'ark'), null]
const organizationId = await makeRow(db, 'organization', {
  name: 'Havgren',
  inviteToken: 'h'.repeat(43),
})
const next = sequence(11)
for (let index = 0; index < 24; index++) {
  const id = await makeClient(db, {
    coachId: coaches[index % 3]?.id ?? null,
    organizationId: index % 4 ? null : organizationId,
    manualRiskLevel: index % 7 ? null : 'medium',
  })
  for (let week = 1; week <= index % 4; week++) await assess(id, week, next(200) / 2)
  for (let session = 0; session < index % 3; session++)
    await makeSession(db, {
      ...{ clientId: id, sessionDefinitionId: made.sessionDefinitionId },
      sessionDate: daysFromNow(next(40) - 20),
      archivedAt: next(4) ? null : daysFromNow(0),
    })
}

describe('the list of clients can be sorted by every column', () => {
  const { compare } = new Intl.Collator('und')
  const byText = (a: unknown, b: unknown) => compare(String(a), String(b))
  const byNumber = (a: unknown, b: unknown) => Number(a) - Number(b)
  const nameOf = (it: Client) =>
    `${it.userFirstName} ${it.userLastName}`.trim() || it.userEmail?.split('@')[0]
  const risks = ['low', 'medium', 'high']
  test.each<[string, (row: Client) => unknown, (a: unknown, b: unknown) => number]>([
    ['name', nameOf, byText],
    ['risk', (it) => it.riskLevel && risks.indexOf(it.riskLevel), byNumber],
    ['lastSession', (it) => it.lastSessionDate && Date.parse(it.lastSessionDate), byNumber],
    ['nextSession', (it) => it.nextSessionDate && Date.parse(it.nextSessionDate), byNumber],
    ['coach', (it) => it.coachName, byText],
    ['openSessions', (it) => it.openSessions, byNumber],
    ['burnout', (it) => it.burnoutPercentage, byNumber],
    ['trend', (it) => it.trendValue, byNumber],
  ])('%s in both directions, empty values last', async (sort, valueOf, compareValues) => {
    const all = (await clientsOf(url)).map((row) => ({ id: row.id, value: valueOf(row) }))
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    const has = all.filter(({ value }) => value !== null)
    const without = all.filter(({ value }) => value === null).toSorted(byId)
    const up = has.toSorted((a, b) => compareValues(a.value, b.value) || byId(a, b))
    expect(new Set(has.map(({ value }) => value)).size).toBeGreaterThan(1)
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
    expect(ids(await walk(`sort=${sort}`))).toEqual(ids([...up, ...without]))
    expect(ids(await walk(`sort=-${sort}`))).toEqual(
      ids([...up.toReversed(), ...without.toReversed()]),
    )
  })
})

describe('the clients of a coach', () => {
  const own = '/api/my-coach-clients'
  const risks = [null, 'low', 'medium', 'high']

  test('are sorted by risk, pending work and burnout', async () => {
    const coach = await signIn('ömer.ark@example.com')
    const waiting = new Set<string>()
    for (const it of ['recording', 'transcription', 'conversation'])
      for (const { id } of await clientsOf(`${own}?waitingFor=${it}`, coach)) waiting.add(id)
    const all = await walk('', own, coach)
    expect(all.length).toBeGreaterThan(6)
    const keys = all.map(({ id, riskLevel, burnoutPercentage }) => [
      risks.indexOf(riskLevel),
      Number(waiting.has(id)),
      burnoutPercentage ?? 0,
    ])
    const byKey = (a: number[], b: number[]) =>
      b.map((it, at) => it - (a[at] ?? 0)).find((it) => it !== 0) ?? 0
    expect(new Set(keys.map(([, waits]) => waits)).size).toBe(2)
    expect(keys).toEqual(keys.toSorted(byKey))
  })
})

describe('the burnout summary of a client', () => {
  test('is correct after any change', async () => {
    const clients = [await makeClient(db), await makeClient(db)]
    const any = <T>(all: readonly T[]) => all[next(all.length)] as T
    for (let step = 0; step < 60; step++) {
      const there = await db
        .selectFrom('burnoutAssessment')
        .select('id')
        .where('clientId', 'in', clients)
        .execute()
      const { id } = there.length ? any(there) : { id: '' }
      const change = (values: object) => updateRow(db, 'burnoutAssessment', id, values)
      const changes = [
        () => assess(any(clients), 1 + next(3), next(1000) / 10, any(scoreSource.options)),
        () => change({ source: any(scoreSource.options) }),
        () => change({ riskScore: next(1000) / 10 }),
        () => change({ weekNumber: 1 + next(5) }),
        () => change({ clientId: any(clients) }),
        () => db.deleteFrom('burnoutAssessment').where('id', '=', id).execute(),
      ]
      await (id ? any([...changes, changes[0]]) : changes[0])?.()
      for (const clientId of clients) {
        const all = await db
          .selectFrom('rankedAssessment')
          .select(sql<number>`risk_score`.as('riskScore'))
          .where('clientId', '=', clientId)
          .where('rank', '=', 1)
          .orderBy('weekNumber', 'desc')
          .execute()
        const scores = all.map(({ riskScore }) => riskScore)
        const kept = await getRow(db, 'client', clientId)
        const [last = null, before] = scores
        expect(kept.burnoutScore).toBe(last)
        if (last === null || before === undefined) expect(kept.burnoutChange).toBeNull()
        else expect(kept.burnoutChange).toBeCloseTo(last - before, 6)
      }
    }
  })
})

describe('filters of the list of clients', () => {
  test.each(waitingFor.options)('the filter for %s matches the number on its card', async (it) => {
    const counts = (await call({ url: '/api/admin/client-counts' }, admin)).json<ClientCounts>()
    const conditions = {
      coach: sql`coach_id is null`,
      session: sql`not exists (select from session where client_id = client.id and session_date > now()
          and completed_at is null and archived_at is null)`,
      recording: sql`waiting_for @> array['recording']`,
      transcription: sql`waiting_for @> array['transcription']`,
      conversation: sql`waiting_for @> array['conversation']`,
    }
    const { rows } = await sql<{ id: string }>`
      select id from client where ${conditions[it]} order by name, id`.execute(db)
    const found = await walk(`waitingFor=${it}`)
    expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(counts.waitingFor[it]).toBe(rows.length)
    const answer = await call({ url: `${url}?waitingFor=${it}&limit=1` }, admin)
    expect(Number(answer.headers['x-match-count'])).toBe(rows.length)
  })

  test('an organization can be combined with other filters', async () => {
    const all = await clientsOf(url)
    const own = all.filter((it) => it.organizationName === 'Havgren')
    expect(own).toHaveLength(6)
    expect(await walk(`organizationId=${organizationId}`)).toEqual(own)
    const both = await walk(`organizationId=${organizationId}&waitingFor=coach&sort=-burnout`)
    expect(new Set(both.map(({ id }) => id))).toEqual(
      new Set(own.filter((it) => it.coachId === null).map(({ id }) => id)),
    )
    expect(both.length).toBeGreaterThan(0)
    const answer = await call({ url: `${url}?organizationId=${organizationId}&limit=2` }, admin)
    expect(answer.headers['x-match-count']).toBe('6')
    expect((await call({ url: `${url}?organizationId=x` }, admin)).statusCode).toBe(400)
  })

  test('a coach sees only the organizations of their own clients', async () => {
    const coach = await signIn('åse.zimmer@example.com')
    const answer = await call({ url: '/api/my-coach-clients/organizations' }, coach)
    expect(answer.json()).toEqual([{ id: organizationId, name: 'Havgren' }])
    const other = await signIn(emails.otherCoach)
    const none = await call({ url: '/api/my-coach-clients/organizations' }, other)
    expect(none.json()).toEqual([])
    expect((await call({ url: '/api/my-coach-clients/organizations' }, admin)).statusCode).toBe(403)
    const own = await clientsOf(`/api/my-coach-clients?organizationId=${organizationId}`, coach)
    expect(own.every((it) => it.organizationName === 'Havgren')).toBe(true)
    expect(own.length).toBeGreaterThan(0)
  })
})
