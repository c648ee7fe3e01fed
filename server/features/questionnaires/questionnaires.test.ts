import { describe, expect, test } from 'vitest'
import type {
  OpenedQuestionnaire,
  Questionnaires,
} from '#contract/questionnaires/questionnaires.ts'
import { newId } from '../../platform/ids.ts'
import { calm, questionnaireCalls, read, refused } from '../../test/questionnaires.ts'
import { makeRow, getRow, updateRow } from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn, emails, clientId, coachId } = made
const { coach, day, give, open, answer, somebody, list, send, decline, ...rest } =
  await questionnaireCalls(made)
const { acknowledge, given, answerAll, entriesOf } = rest
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const org = await signIn(emails.org)
const clara = await signIn(emails.client)
const family = await makeRow(db, 'client', {
  guardianId: clientId,
  firstName: 'Viggo',
  lastName: 'Client',
  coachId,
})
const withdraw = (id: string, query = '', cookie = coach) =>
  call({ method: 'DELETE', url: `/api/questionnaires/${id}${query}` }, cookie)

describe('assigning', () => {
  test('lists the instruments with citation and licence', async () => {
    const all = read<{ key: string; citation: string; licence: string }[]>(
      await call({ url: '/api/instruments' }, coach),
    )
    expect(all.map(({ key }) => key)).toEqual(['cbi-personal', 'cbi-work', 'gad-7', 'phq-9'])
    for (const it of all) expect(it.citation && it.licence).toBeTruthy()
  })

  test('is shown to client and coach, and audited without the note', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id, { note: ' For Friday. ' })
    const [seen] = (await list(id, cookie)).questionnaires
    expect(seen).toMatchObject({
      ...{ id: first, state: 'open', dueDate: day(7), opensOn: null, note: 'For Friday.' },
      ...{ isBegun: false, score: null, band: null, weekNumber: null, seriesId: null },
      instrument: { key: 'phq-9', items: 9, lowest: 0, highest: 27, reliableChange: 6 },
    })
    expect(await list(id)).toMatchObject({ questionnaires: [{ assignedBy: 'anna coach' }] })
    const entries = await entriesOf(first)
    expect(entries).toMatchObject([{ action: 'questionnaire-assigned', details: { count: 1 } }])
    expect(JSON.stringify(entries)).not.toContain('Friday')
  })

  test('a series opens its questionnaires one after the other', async () => {
    const { id, cookie } = await somebody()
    const { questionnaires } = read<Questionnaires>(
      await give(id, { instrument: 'gad-7', dueDate: day(3), times: 3, everyWeeks: 2 }),
    )
    const byDay = questionnaires.toSorted((a, b) =>
      (a.dueDate ?? '').localeCompare(b.dueDate ?? ''),
    )
    expect(byDay.map(({ dueDate, opensOn, state }) => [dueDate, opensOn, state])).toEqual([
      [day(3), null, 'open'],
      [day(17), day(4), 'later'],
      [day(31), day(18), 'later'],
    ])
    expect(new Set(byDay.map(({ seriesId }) => seriesId)).size).toBe(1)
    expect(refused(await answer(byDay[1]?.id ?? '', '1', 0, cookie))).toMatchObject({
      ...{ status: 409, code: 'conflict', error: 'This questionnaire cannot be answered yet.' },
    })
  })

  test.each([
    [{ instrument: '' }, 400, 'instrument', 'Questionnaire is required'],
    [{ instrument: 'mbi' }, 422, 'instrument', 'Questionnaire is required'],
    [{ dueDate: '2026-02-31' }, 400, 'dueDate', 'This is not a valid date.'],
    [{ dueDate: day(-1) }, 400, 'dueDate', 'This date has passed. Choose today or a later date.'],
    [{ dueDate: day(5 * 366) }, 400, 'dueDate', 'The date must be within 5 years from now.'],
    [{ dueDate: null, times: 2 }, 400, 'dueDate', 'A series needs a due date.'],
  ])('%j is rejected with an error at the field', async (wrong, status, field, sentence) => {
    const { id } = await somebody()
    const reply = await give(id, wrong)
    expect(refused(reply)).toMatchObject({ status, fields: { [field]: sentence } })
    expect((await list(id)).questionnaires).toEqual([])
  })

  test('is rejected for a family member without an account', async () => {
    expect(refused(await give(family))).toMatchObject({
      ...{ status: 409, error: expect.stringContaining('answered by the client in person') },
    })
  })

  test('the number per plan is limited, even for concurrent requests', async () => {
    const { id } = await somebody()
    const first = await given(id)
    const { instrumentVersionId } = await getRow(db, 'questionnaire', first)
    await db
      .insertInto('questionnaire')
      .values(
        Array.from({ length: 498 }, () => ({ id: newId(), clientId: id, instrumentVersionId })),
      )
      .execute()
    const answers = await Promise.all([give(id), give(id), give(id)])
    expect(listStatusCodes(answers)).toEqual([200, 409, 409])
  })

  test('an instrument version is stored once and stays with its questionnaires', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await given(id)
    const editions = await db
      .selectFrom('instrumentVersion')
      .select(['id', 'content'])
      .where('key', '=', 'phq-9')
      .execute()
    expect(editions).toHaveLength(1)
    const opened = read<OpenedQuestionnaire>(await open(first, cookie))
    expect(opened.instrument).toEqual(editions[0]?.content)
  })
})

describe('access and audit', () => {
  test('other clients, coaches and organizations have no access', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, [...calm.slice(0, 8), 1])
    await send(first, cookie)
    const mark = (await list(id)).marks[0]?.id ?? ''
    for (const stranger of [clara, otherCoach]) {
      expect((await open(first, stranger)).statusCode).toBe(404)
      expect((await call({ url: `/api/clients/${id}/questionnaires` }, stranger)).statusCode).toBe(
        404,
      )
    }
    expect((await answer(first, '1', 1, clara)).statusCode).toBe(404)
    expect((await send(first, clara)).statusCode).toBe(404)
    expect((await decline(first, clara)).statusCode).toBe(404)
    expect((await give(id, {}, otherCoach)).statusCode).toBe(404)
    expect((await withdraw(first, '', otherCoach)).statusCode).toBe(404)
    expect((await acknowledge(mark, 'Mine.', otherCoach)).statusCode).toBe(404)
    for (const nobody of [
      await open(first, org),
      await call({ url: `/api/clients/${id}/questionnaires` }, org),
    ])
      expect(nobody.statusCode).toBe(403)
    // A guardian reads the plans of the family, but no questionnaires.
    await updateRow(db, 'client', id, { guardianId: clientId })
    expect((await open(first, clara)).statusCode).toBe(404)
    expect((await answer(first, '1', 1, clara)).statusCode).toBe(404)
    expect(await list(id, clara)).toEqual({ questionnaires: [], marks: [] })
  })

  test('coach and administrators see the answers once they are sent, which is audited once', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, calm)
    expect(read<OpenedQuestionnaire>(await open(first, coach))).toMatchObject({
      ...{ state: 'open', answers: {}, help: null, isCoachNotified: null },
    })
    expect((await entriesOf(first)).some((it) => it.action === 'questionnaire-opened')).toBe(false)
    await send(first, cookie)
    for (const who of [coach, coach, admin])
      expect(Object.values(read<OpenedQuestionnaire>(await open(first, who)).answers)).toEqual(calm)
    const openings = (await entriesOf(first)).filter((it) => it.action === 'questionnaire-opened')
    expect(openings.map(({ userId }) => userId)).toEqual([made.coachUserId, made.adminUserId])
    expect((await list(id, cookie)).marks).toEqual([])
  })

  test('an impersonating administrator is audited for opening an open questionnaire', async () => {
    const { id, userId, cookie } = await somebody()
    const first = await given(id)
    await open(first, cookie)
    await open(first, await made.impersonate(userId))
    const openings = await db
      .selectFrom('auditEntry')
      .innerJoin('user', 'user.id', 'auditEntry.originalUserId')
      .select(['user.email', 'userId'])
      .where('rowId', '=', first)
      .where('action', '=', 'questionnaire-opened')
      .execute()
    expect(openings).toEqual([{ email: emails.system, userId }])
  })
})
