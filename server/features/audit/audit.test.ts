import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import { daysFromNow, makeClient, makeSession, makeUser, getRow } from '../../test/make.ts'
import { localTime } from './csv.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const system = await signIn(emails.system)
const url = '/api/admin/audit-log'
const list = (query = '', cookie = system) => call({ url: `${url}${query}` }, cookie)
const entriesOf = async (query: string) => (await list(query)).json<AuditEntry[]>()
const exported = (query = '') => call({ url: `${url}/export${query}` }, system)

const person = await makeUser(db, {
  email: 'vilde.strøm@example.com'.replace('ø', 'o'),
  roles: ['coach_user'],
})
const behind = await makeUser(db, { email: 'birk.admin@example.com', roles: ['system_admin'] })
const row = newId()
const at = (seconds: number) =>
  new Date(Date.parse('2026-03-01T12:00:00Z') + seconds * 1000).toISOString()
const insert = (count: number, values: object = {}) =>
  db
    .insertInto('auditEntry')
    .values(
      Array.from({ length: count }, (_, index) => ({
        id: newId(),
        createdAt: at(index),
        userId: person,
        action: 'plan-opened',
        tableName: 'client',
        rowId: row,
        address: '192.0.2.7',
        ...values,
      })),
    )
    .execute()
await insert(7)
await insert(3, { action: 'transcript-opened', originalUserId: behind, createdAt: at(100) })

describe('the audit log', () => {
  test('shows who did what to which row, from which address, and an impersonating administrator', async () => {
    const [entry] = await entriesOf(`?row=${row}&action=transcript-opened&limit=1`)
    expect(entry).toEqual({
      id: expect.any(String),
      createdAt: at(100),
      action: 'transcript-opened',
      userId: person,
      userName: 'vilde strom',
      originalUserId: behind,
      originalUserName: 'birk admin',
      tableName: 'client',
      rowId: row,
      subjectName: null,
      sessionDate: null,
      isSubjectDeleted: true,
      address: '192.0.2.7',
      details: {},
      detailNames: {},
    })
  })

  test('names the people and organizations whose ids are in the details', async () => {
    const clientId = await makeClient(db, { coachId: made.coachId })
    const { name } = await getRow(db, 'client', clientId)
    const action = `named-${newId()}`
    const details = { userId: person, clientId, coachId: made.coachId, goneId: newId(), by: 'hand' }
    const nowhere = { userId: null, rowId: null, tableName: null }
    await insert(1, { action, ...nowhere, details: JSON.stringify(details) })
    const [entry] = await entriesOf(`?action=${action}`)
    expect(entry?.detailNames).toEqual({
      userId: 'vilde strom',
      clientId: name,
      coachId: expect.stringMatching(/\w/),
      goneId: null,
    })
  })

  test('shows the subject, and whether it was deleted', async () => {
    const clientId = await makeClient(db, { coachId: made.coachId })
    const sessionDate = daysFromNow(-3)
    const session = { clientId, sessionDefinitionId: made.sessionDefinitionId, sessionDate }
    const [there, gone] = [await makeSession(db, session), newId()]
    const { name } = await getRow(db, 'client', clientId)
    const about = async (values: object) => {
      const action = `about-${newId()}`
      await insert(1, { action, userId: null, rowId: null, tableName: null, ...values })
      const [entry] = await entriesOf(`?action=${action}`)
      return entry
    }
    expect(await about({})).toMatchObject({ subjectName: null, isSubjectDeleted: false })
    for (const [values, expected] of [
      [{ tableName: 'client', rowId: clientId }, { subjectName: name }],
      [{ tableName: 'user', rowId: person }, { subjectName: 'vilde strom' }],
      [
        { tableName: 'session', rowId: there, clientId },
        { subjectName: name, sessionDate },
      ],
      [
        { tableName: 'session', rowId: gone, clientId },
        { subjectName: name, sessionDate: null, isSubjectDeleted: true },
      ],
      [{ tableName: 'assignment', rowId: gone, clientId }, { subjectName: name }],
      [
        { tableName: 'coach', rowId: gone },
        { subjectName: null, isSubjectDeleted: true },
      ],
    ] as const)
      expect(await about(values)).toMatchObject({ isSubjectDeleted: false, ...expected })
  })

  test('is filtered by user, action, row and time', async () => {
    const found = async (query: string) => (await entriesOf(`?${query}&limit=200`)).length
    expect(await found(`row=${row}`)).toBe(10)
    expect(await found(`person=${person}`)).toBe(10)
    expect(await found(`person=${behind}`)).toBe(3)
    expect(await found(`row=${row}&action=plan-opened`)).toBe(7)
    expect(await found(`row=${row}&from=${at(3)}&to=${at(6)}`)).toBe(3)
    expect(await found(`person=${behind}&action=plan-opened`)).toBe(0)
    expect(await found(`person=${newId()}`)).toBe(0)
    expect(await found(`row=${row}&from=2026-03-01T13:00:03%2B01:00`)).toBe(7)
  })

  test.each(['row=W10', 'from=yesterday', 'person=vilde'])('%s is refused', async (query) => {
    expect((await list(`?${query}`)).statusCode).toBe(400)
    expect((await exported(`?${query}`)).statusCode).toBe(400)
  })

  test('lists its actions', async () => {
    const answer = await call({ url: `${url}/actions` }, system)
    const { rows } = await sql<{
      action: string
    }>`select distinct action from audit_entry order by 1`.execute(db)
    expect(answer.json()).toEqual(rows.map(({ action }) => action))
    expect(answer.json()).toEqual(
      expect.arrayContaining(['plan-opened', 'signed-in', 'transcript-opened']),
    )
  })
})

describe('the export', () => {
  const recordsOf = (csv: string) => csv.split('\r\n').slice(0, -1)

  test('has the filtered entries as CSV, newest first', async () => {
    const answer = await exported(`?row=${row}`)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const [header, first, ...others] = recordsOf(answer.body)
    expect(header).toBe(
      '\uFEFFtime,local time,action,person,person id,administrator behind,administrator id,table,row,address,details',
    )
    expect(first).toBe(
      `${at(100)},${localTime(at(100), made.deps.installation.timeZone)},transcript-opened,vilde strom,${person},birk admin,${behind},client,${row},192.0.2.7,{}`,
    )
    expect(others).toHaveLength(9)
  })

  test('can exceed one batch', async () => {
    const id = newId()
    await insert(2345, { rowId: id, createdAt: at(900) })
    const records = recordsOf((await exported(`?row=${id}`)).body)
    expect(records).toHaveLength(2346)
    expect(new Set(records).size).toBe(2)
  })

  test('is audited with its filters before it is sent', async () => {
    const { body } = await exported(`?person=${made.systemUserId}&action=audit-log-exported`)
    expect(recordsOf(body).length).toBeGreaterThan(1)
    const [entry] = await entriesOf('?action=audit-log-exported&limit=1')
    expect(entry).toMatchObject({
      userId: made.systemUserId,
      details: { person: made.systemUserId, action: 'audit-log-exported' },
    })
  })
})
