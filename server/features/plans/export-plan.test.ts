import { describe, expect, test } from 'vitest'
import {
  auditEntries,
  daysFromNow,
  makeClient,
  makeMetric,
  makeMetricCategory,
  makeRow,
  makeSession,
  makeUser,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, clientId, coachId, coachUserId, sessionDefinitionId } =
  await testApp()
const coach = await signIn(emails.coach)
const categoryId = await makeMetricCategory(db)
const metric = (key: string, values = {}) => makeMetric(db, { key, categoryId, ...values })
/** A client of the coach in week 5, without values. */
const someone = () => makeClient(db, { coachId })
const note = (id: string, metricDefinitionId: string, numericValue: number, values = {}) =>
  makeRow(db, 'metricValue', {
    ...{ clientId: id, metricDefinitionId, weekNumber: 2, numericValue },
    ...{ authorId: coachUserId, source: 'manual', ...values },
  })

describe('the plan as CSV', () => {
  const fetch = (id: string, cookie = coach, query = '') =>
    call({ url: `/api/clients/${id}/plan.csv${query}` }, cookie)

  test('has a line per session, value and assessment, and no formulas', async () => {
    const id = await someone()
    await makeSession(db, { clientId: id, sessionDefinitionId, sessionDate: daysFromNow(-20) })
    await note(id, await metric('mood'), 61.5)
    await note(id, await metric('hours', { lowest: -2, unit: 'h', categoryPosition: 2 }), -1.5)
    await note(id, await metric('formula', { label: '=cmd()', categoryPosition: 9 }), 7)
    await makeRow(db, 'burnoutAssessment', {
      ...{ clientId: id, weekNumber: 2, riskScore: 70, authorId: coachUserId, source: 'person' },
    })
    const answer = await fetch(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="plan-\d{4}-\d\d-\d\d.csv"$/,
      ),
      'cache-control': 'no-store',
    })
    const [head, ...lines] = answer.body.split('\r\n')
    expect(head).toBe(
      '\uFEFFpart,category,name,week,week begins,value,unit,status,source,author,session,session time,time,due',
    )
    const begins = daysFromNow(-30 + 7).slice(0, 10)
    /** Matches the beginning of a line and its time. */
    const line = (start: string) => {
      const starting: unknown = expect.stringContaining(start)
      return starting
    }
    expect(lines).toEqual([
      expect.stringMatching(
        /^session,,Weekly coaching,2,(\d{4}-\d\d-\d\d),,,open,,,,,\d{4}-\d\d-\d\d \d\d:\d\d,$/,
      ),
      line(`metric,Wellbeing,mood,2,${begins},61.5,,,manual,anna coach,,,`),
      line(`metric,Wellbeing,hours,2,${begins},-1.5,h,,manual,anna coach,,,`),
      line(`metric,Wellbeing,'=cmd(),2,${begins},7,,,manual,anna coach,,,`),
      line(`burnout assessment,,Burnout risk,2,${begins},70,,,person,anna coach,,,`),
      '',
    ])
  })

  test('has the session of an analysis value, and who confirmed it', async () => {
    const id = await someone()
    const authorId = await makeUser(db, { email: '=sum.it@example.com', roles: ['maylab_admin'] })
    const sessionId = await makeSession(db, {
      ...{ clientId: id, sessionDefinitionId, sessionDate: '2026-01-02T08:30:00.000Z' },
    })
    await note(id, await metric('stress'), 40, {
      ...{ sessionId, source: 'transcription', authorId, changedAt: '2026-01-05T10:00:00Z' },
    })
    const [, , value] = (await fetch(id)).body.split('\r\n')
    expect(value?.split(',').slice(5, -1)).toEqual([
      ...['40', '', '', 'transcription', `'=sum it`, 'Weekly coaching'],
      ...['2026-01-02 08:30', '2026-01-05 10:00'],
    ])
    const [, , other] = (await fetch(id, coach, '?separator=semicolon')).body.split('\r\n')
    expect(other?.split(';')).toHaveLength(14)
  })

  test('is audited before it is sent, and requires permission to change the plan', async () => {
    const id = await someone()
    await fetch(id, await signIn(emails.admin))
    const entries = await auditEntries(db, { action: 'plan-exported', clientId: id }, ['userId'])
    expect(entries).toHaveLength(1)
    expect((await fetch(id, await signIn(emails.otherCoach))).statusCode).toBe(404)
    expect((await fetch(clientId, await signIn(emails.client))).statusCode).toBe(403)
  })
})
