import { describe, expect, test } from 'vitest'
import type {
  OpenedQuestionnaire,
  Questionnaires,
} from '#contract/questionnaires/questionnaires.ts'
import { calm, questionnaireCalls, read, refused } from '../../test/questionnaires.ts'
import { updateRow } from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn } = made
const { coach, day, give, open, answer, somebody, list, send, decline, ...rest } =
  await questionnaireCalls(made)
const { given, answerAll, entriesOf } = rest
const withdraw = (id: string, query = '', cookie = coach) =>
  call({ method: 'DELETE', url: `/api/questionnaires/${id}${query}` }, cookie)

describe('answering', () => {
  test('each answer is saved at once, on any device, and can be changed until it is sent', async () => {
    const { id, email, cookie } = await somebody()
    const first = await given(id)
    const elsewhere = await signIn(email)
    await answer(first, '1', 3, cookie)
    await answer(first, '2', 2, elsewhere)
    await answer(first, '1', 1, elsewhere)
    const opened = read<OpenedQuestionnaire>(await open(first, cookie))
    expect(opened).toMatchObject({ state: 'open', answers: { 1: 1, 2: 2 }, version: 4 })
    expect((await list(id)).questionnaires[0]).toMatchObject({ state: 'open', isBegun: true })
    expect((await entriesOf(first)).map(({ action }) => action)).toEqual([
      ...['questionnaire-assigned', 'questionnaire-begun'],
    ])
  })

  test('sent answers are scored in their week and cannot be changed', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, calm)
    expect(read<OpenedQuestionnaire>(await send(first, cookie))).toMatchObject({
      ...{
        state: 'answered',
        score: 5,
        band: { label: 'Mild', tone: 'green' },
        isCoachNotified: null,
      },
    })
    expect((await list(id)).questionnaires[0]).toMatchObject({
      ...{ state: 'answered', score: 5, weekNumber: 5, isLate: false },
    })
    for (const reply of [
      await send(first, cookie),
      await answer(first, '1', 3, cookie),
      await decline(first, cookie),
    ])
      expect(refused(reply)).toMatchObject({
        ...{
          status: 409,
          error: 'You have already sent your answers. They cannot be changed.',
        },
      })
    expect(refused(await withdraw(first))).toMatchObject({
      ...{ status: 409, error: 'This questionnaire has been completed and cannot be withdrawn.' },
    })
    // A database constraint prevents it too.
    await expect(updateRow(db, 'questionnaire', first, { answers: '{}' })).rejects.toThrow(
      'a questionnaire that was answered is not changed',
    )
    expect((await entriesOf(first)).at(-1)).toMatchObject({
      ...{ action: 'questionnaire-answered', details: {}, clientId: id },
    })
  })

  test('of two devices only one can send them', async () => {
    const { id, email, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, calm)
    const elsewhere = await signIn(email)
    const replies = await Promise.all([send(first, cookie), send(first, elsewhere)])
    expect(listStatusCodes(replies)).toEqual([200, 409])
  })

  test('a device cannot send answers that it has not seen', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    const { version } = await answerAll(first, cookie, calm)
    await answer(first, '1', 3, cookie)
    // Other users cannot answer it, and every answer is stored.
    expect(refused(await send(first, cookie, { version }))).toMatchObject({
      code: 'stale',
      error: 'You changed an answer on another device. Please check your answers again.',
    })
    expect((await send(first, cookie, { version: version + 1 })).statusCode).toBe(200)
  })

  test('every question must be answered or skipped', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, calm.slice(0, 7))
    expect(refused(await send(first, cookie)).error).toBe('2 questions have no answer yet.')
    await answer(first, '8', null, cookie)
    expect(refused(await send(first, cookie)).error).toBe('One question has no answer yet.')
    await answer(first, '9', 0, cookie)
    // With eight answers PHQ-9 has no score.
    expect(read<OpenedQuestionnaire>(await send(first, cookie))).toMatchObject({
      ...{ state: 'answered', score: null, band: null },
    })
  })

  test('skipping every question is rejected', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(
      first,
      cookie,
      calm.map(() => null),
    )
    expect(refused(await send(first, cookie)).error).toBe(
      'You skipped every question. You can decline the questionnaire instead.',
    )
  })

  test.each([
    ['1', 4, 'This is not one of the answer options.'],
    ['__proto__', 0, 'This questionnaire has no such question.'],
  ])('item %j with %j is rejected', async (item, value, sentence) => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    expect(refused(await answer(first, item, value, cookie))).toMatchObject({
      ...{ status: 400, error: sentence },
    })
    expect(read<OpenedQuestionnaire>(await open(first, cookie)).answers).toEqual({})
  })

  test('late answers count and are marked as late', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await updateRow(db, 'questionnaire', first, { dueDate: day(-2) })
    await answerAll(first, cookie, calm)
    expect((await send(first, cookie)).statusCode).toBe(200)
    expect((await list(id)).questionnaires[0]).toMatchObject({ isLate: true, score: 5 })
  })

  test('declining deletes the answers', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answer(first, '1', 3, cookie)
    expect(read<OpenedQuestionnaire>(await decline(first, cookie))).toMatchObject({
      ...{ state: 'declined', answers: {} },
    })
    expect((await list(id)).questionnaires[0]).toMatchObject({ state: 'declined', isBegun: false })
    expect(refused(await answer(first, '1', 1, cookie)).error).toBe(
      'This questionnaire was declined.',
    )
    expect(refused(await withdraw(first)).error).toBe('This questionnaire was already declined.')
  })

  test('withdrawing deletes the answers, on request with the rest of the series', async () => {
    const { id, cookie } = await somebody()
    const { questionnaires } = read<Questionnaires>(await give(id, { dueDate: day(1), times: 3 }))
    const [third, second, first] = questionnaires.map((it) => it.id)
    await answer(first ?? '', '1', 3, cookie)
    read(await withdraw(first ?? ''))
    expect(refused(await answer(first ?? '', '1', 1, cookie)).error).toBe(
      'Your coach withdrew this questionnaire.',
    )
    expect(read<OpenedQuestionnaire>(await open(first ?? '', cookie))).toMatchObject({
      ...{ state: 'withdrawn', answers: {} },
    })
    expect(refused(await withdraw(first ?? '')).error).toBe(
      'This questionnaire was already withdrawn.',
    )
    const after = read<Questionnaires>(await withdraw(second ?? '', '?scope=rest'))
    expect(after.questionnaires.map((it) => [it.id, it.state])).toEqual([
      [third, 'withdrawn'],
      [second, 'withdrawn'],
      [first, 'withdrawn'],
    ])
    expect((await entriesOf(second ?? '')).at(-1)).toMatchObject({
      ...{ action: 'questionnaire-withdrawn', details: { count: 2 } },
    })
  })
})
