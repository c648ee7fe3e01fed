import { describe, expect, test } from 'vitest'
import type { AssessmentHistory } from '#contract/plans/assessments.ts'
import type { OpenedQuestionnaire } from '#contract/questionnaires/questionnaires.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { recountBatch } from '../plans/recount-weeks.job.ts'
import { daysFromNow, makeRow, updateRow } from '../../test/make.ts'
import { calm, questionnaireCalls, read } from '../../test/questionnaires.ts'
import { testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, call } = made
const { coach, somebody, list, send, given, answerAll, planOf } = await questionnaireCalls(made)

describe('the risk score of a week', () => {
  const tired = [100, 75, 75, 75, 100, 75]
  const assessed = (id: string, riskScore: number) =>
    call(
      {
        method: 'POST',
        url: `/api/clients/${id}/burnout-assessments`,
        payload: { weekNumber: 5, riskScore, reason: 'As it seemed.' },
      },
      coach,
    )

  test('a questionnaire takes precedence over a person and a model', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id, { instrument: 'cbi-personal' })
    await answerAll(first, cookie, tired)
    await send(first, cookie)
    read(await assessed(id, 40))
    await makeRow(db, 'burnoutAssessment', {
      clientId: id,
      weekNumber: 5,
      riskScore: 20,
      source: 'model',
    })
    const plan = await planOf(id)
    expect(plan.client.burnoutPercentage).toBe(83.33)
    expect(plan.burnoutAssessments.map(({ source }) => source).toSorted()).toEqual([
      ...['model', 'person', 'questionnaire'],
    ])
    const history = (
      await call({ url: `/api/clients/${id}/burnout-assessments?weekNumber=5` }, coach)
    ).json<AssessmentHistory>()
    expect(history.map((it) => [it.source, it.riskScore, it.questionnaire])).toEqual([
      ['questionnaire', 83.33, 'CBI personal'],
      ['person', 40, null],
      ['model', 20, null],
    ])
    // Assessments of a questionnaire cannot be undone.
    const own = plan.burnoutAssessments.find(({ source }) => source === 'questionnaire')
    const url = `/api/clients/${id}/burnout-assessments/${own?.id}`
    expect((await call({ method: 'DELETE', url }, coach)).statusCode).toBe(409)
  })

  test('too few answers give no score, and PHQ-9 is no burnout risk', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id, { instrument: 'cbi-personal' })
    await answerAll(first, cookie, [100, 100, null, null, null, null])
    expect(read<OpenedQuestionnaire>(await send(first, cookie)).score).toBeNull()
    const second = await given(id)
    await answerAll(second, cookie, calm)
    await send(second, cookie)
    expect((await planOf(id)).burnoutAssessments).toEqual([])
  })

  test('moves with its questionnaire when the time zone changes', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id, { instrument: 'cbi-personal' })
    await answerAll(first, cookie, tired)
    await send(first, cookie)
    await updateRow(db, 'client', id, { createdAt: daysFromNow(-2) })
    await db
      .insertInto('weekRecount')
      .values({ timeZone: 'Pacific/Apia' })
      .onConflict((it) =>
        it
          .column('isSingleRow')
          .doUpdateSet({ timeZone: 'Pacific/Apia', cursorId: null, finishedAt: null }),
      )
      .execute()
    await inTransaction(db, (tx) => recountBatch(tx))
    expect((await list(id)).questionnaires[0]).toMatchObject({ weekNumber: 1, score: 83.33 })
    expect((await planOf(id)).burnoutAssessments).toMatchObject([{ weekNumber: 1 }])
  })
})
