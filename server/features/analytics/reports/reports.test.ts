import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { auditEntries, makeUser } from '../../../test/make.ts'
import { makeEmployees } from '../../../test/organizations.ts'
import { testApp } from '../../../test/test-app.ts'
import { organizationFigures } from '../analytics.service.ts'
import { publishDueEditions } from '../edition/edition.service.ts'
import { publishedNow } from '../published-figures.ts'
import { listRows } from './report-rows.ts'
import { getReport, listQuarters } from './reports.queries.ts'

const app = await testApp()
const { db, deps, call, signIn, emails } = app
const { makeOrganization, meet, enroll, score } = makeEmployees(app)
const admin = await signIn(emails.admin)
const system = await signIn(emails.system)

let id: string
let clients: string[]
let own: string
let ownUserId: string
beforeEach(async () => {
  id = await makeOrganization(40)
  clients = await enroll(id, 14)
  for (const clientId of clients) {
    await meet(clientId, '2026-02-10T10:00:00Z')
    await score(clientId, 'phq-9', 20, '2026-02-10T09:00:00Z')
    await score(clientId, 'phq-9', 8, '2026-03-20T09:00:00Z')
  }
  const email = `org.${newId()}@example.com`
  ownUserId = await makeUser(db, { email, roles: ['org_user'], organizationId: id })
  own = await signIn(email)
})

const publish = (date: string) => publishDueEditions(db, new Date(date), [id])
const list = async (cookie = own) => {
  const quarters = (await call({ url: `/api/organizations/${id}/reports` }, cookie)).json()
  return (quarters as { quarter: string }[]).map(({ quarter }) => quarter)
}
const download = (quarter: string, format: string, cookie = own, of = id) =>
  call({ url: `/api/organizations/${of}/reports/${quarter}?format=${format}` }, cookie)
const quarterEnds = async () => {
  await publish('2026-03-28T12:00:00Z')
  await publish('2026-04-01T00:01:00Z')
}
const readPdf = async (bytes: Buffer) => {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const sizes = []
  for (let page = 1; page <= document.numPages; page += 1)
    sizes.push((await document.getPage(page)).view.map(Math.round))
  const { text } = await extractText(document, { mergePages: true })
  return { sizes, text: text.replaceAll(/\s+/g, ' ') }
}

describe('a report', () => {
  test('is made by the first edition after a quarter, if there was one in it', async () => {
    await publish('2026-04-01T12:00:00Z')
    expect(await listQuarters(db, id)).toEqual([])
    await publish('2026-06-30T12:00:00Z')
    await publish('2026-07-01T00:01:00Z')
    await publish('2026-07-02T00:01:00Z')
    expect(await listQuarters(db, id)).toMatchObject([{ quarter: '2026-Q2' }])
  })

  test('shows what the page showed on that day, and nothing else', async () => {
    await quarterEnds()
    const actor = { userId: ownUserId, roles: ['org_user' as const] }
    const { isSample, currency, coverage, engagement, outcomes, risk } = await organizationFigures(
      deps,
      actor,
      id,
      new Date('2026-04-01T12:00:00Z'),
    )
    const { figures, groupSize } = await getReport(db, id, '2026-Q1')
    const view = publishedNow(figures, groupSize, groupSize)
    // The month has just begun, so the page has one more.
    expect(view.outcomes.participation.periods.slice(1)).toEqual(
      outcomes.participation.periods
        .slice(0, -1)
        .map((it) => ({ ...it, isCurrent: it.period === '2026-03' })),
    )
    const { participation: _, ...outcome } = outcomes
    expect(view).toMatchObject({ isSample, currency, coverage, engagement, outcomes: outcome })
    expect(view.risk.slice(1).map(({ total }) => total)).toEqual(
      risk.slice(0, -1).map(({ total }) => total),
    )
    expect(view.outcomes).toMatchObject({ measured: 12, improved: 12, improvedPercent: 100 })
  })

  test('stays as it is when people leave, join or change', async () => {
    await quarterEnds()
    const before = (await download('2026-Q1', 'csv')).body
    await db.deleteFrom('client').where('id', 'in', clients.slice(0, 8)).execute()
    await enroll(id, 7)
    await publish('2026-05-01T12:00:00Z')
    await publish('2026-07-01T12:00:00Z')
    expect((await download('2026-Q1', 'csv')).body).toBe(before)
    expect((await download('2026-Q2', 'csv')).body).not.toBe(before)
  })

  test('shows larger groups once the minimum was raised', async () => {
    await quarterEnds()
    const setMinimumGroup = (value: number) =>
      call({ method: 'PUT', url: '/api/admin/settings/minimumGroup', payload: { value } }, system)
    const before = (await download('2026-Q1', 'csv')).body
    expect(before).toContain('Median until reliably better,2026-Q1,2,sessions,exact')
    await setMinimumGroup(24)
    const raised = (await download('2026-Q1', 'csv')).body
    expect(raised).toContain('Reliably better,2026-Q1,,people,hidden')
    expect(raised).toContain('Median until reliably better,2026-Q1,,sessions,hidden')
    await setMinimumGroup(6)
    expect((await download('2026-Q1', 'csv')).body).toBe(before)
  })

  test('is two pages in A4, with the figures of the CSV file', async () => {
    await quarterEnds()
    const pdf = await download('2026-Q1', 'pdf')
    expect(pdf.headers['content-type']).toBe('application/pdf')
    const { sizes, text } = await readPdf(pdf.rawPayload)
    expect(sizes).toEqual([
      [0, 0, 595, 842],
      [0, 0, 595, 842],
    ])
    expect(text).toContain('Quarterly report, Q1 2026')
    const csv = (await download('2026-Q1', 'csv')).body.split('\r\n').slice(1, -1)
    const { figures, groupSize } = await getReport(db, id, '2026-Q1')
    const rows = listRows(publishedNow(figures, groupSize, groupSize))
    expect(csv).toHaveLength(rows.length)
    for (const { figure } of rows.filter((it) => it.period === null)) expect(text).toContain(figure)
    // Numbers of the PDF are those of the CSV, of the periods, and of the text about steps of six.
    const known = new Set([...csv.join().matchAll(/\d+/g)].map(String))
    const inText = [...text.replaceAll(',', '').matchAll(/(?<![\w.])\d+(?=\+|%)/g)].map(String)
    expect(inText.length).toBeGreaterThan(8)
    for (const number of inText) expect(known).toContain(number)
  })

  test('of a long name and nothing but dashes stays two pages', async () => {
    await db
      .updateTable('organization')
      .set({ name: 'Wirtschaftsprüfung '.repeat(10).trim() })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('questionnaire').execute()
    await quarterEnds()
    const { sizes } = await readPdf((await download('2026-Q1', 'pdf')).rawPayload)
    expect(sizes).toHaveLength(2)
  })

  test('is for its own organization and admins, and each download is in the audit log', async () => {
    await quarterEnds()
    expect(await list(admin)).toContain('2026-Q1')
    for (const [status, cookie] of [
      [404, await signIn(emails.org)],
      [403, await signIn(emails.client)],
      [403, await signIn(emails.coach)],
    ] as const) {
      expect((await download('2026-Q1', 'csv', cookie)).statusCode).toBe(status)
      expect((await call({ url: `/api/organizations/${id}/reports` }, cookie)).statusCode).toBe(
        status,
      )
    }
    expect((await download('2020-Q1', 'csv')).statusCode).toBe(404)
    expect((await download('2026-Q1', 'csv', own, app.organizationId)).statusCode).toBe(404)
    expect(await auditEntries(db, { rowId: id })).toEqual([])
    await download('2026-Q1', 'csv')
    await download('2026-Q1', 'pdf', admin)
    expect(await auditEntries(db, { rowId: id })).toMatchObject([
      {
        action: 'report-downloaded',
        userId: ownUserId,
        details: { quarter: '2026-Q1', format: 'csv' },
      },
      { action: 'report-downloaded', details: { quarter: '2026-Q1', format: 'pdf' } },
    ])
  })

  test('goes with its organization', async () => {
    await quarterEnds()
    await db
      .updateTable('user')
      .set({ organizationId: null })
      .where('organizationId', '=', id)
      .execute()
    await db.deleteFrom('client').where('organizationId', '=', id).execute()
    await db.deleteFrom('organization').where('id', '=', id).execute()
    const left = await db
      .selectFrom('report')
      .select('quarter')
      .where('organizationId', '=', id)
      .execute()
    expect(left).toEqual([])
  })
})
