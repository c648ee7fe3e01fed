import { describe, expect, test } from 'vitest'
import type { AnalysisValue } from '#contract/analysis/analysis.ts'
import type { AssessmentHistory } from '#contract/plans/assessments.ts'
import { newId } from '../../../platform/ids.ts'
import { analyses, conversation, energy, risk, stress, values } from '../../../test/analyses.ts'
import { daysFromNow, makeMetric } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const made = await testApp()
const { call, signIn, emails } = made
const admin = await signIn(emails.admin)
const { at, begin, coach, analysed, read, found, ...rest } = await analyses(made)
const { asClient, decide, plan, inPlan, logged } = rest
await makeMetric(made.db, {
  key: 'analysed',
  label: 'Analysed',
  dataSource: 'transcription',
  highest: 10,
})

describe('a person', () => {
  test('confirms a value, which shows who did it', async () => {
    await analysed(values(stress))
    const { id, version } = await found('stress_level')
    const answer = await decide(id, { decision: 'confirmed', version })
    expect(answer.json<AnalysisValue>()).toMatchObject({
      ...{ decision: 'confirmed', value: 80, decidedBy: expect.any(String) },
    })
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'confirmed']])
    expect(await logged()).toContain('value-decided')
  })

  test('corrects a value, which keeps the analysed one', async () => {
    await analysed(values(stress))
    const { id } = await found('stress_level')
    await decide(id, { decision: 'corrected', value: 75 })
    expect(await found('stress_level')).toMatchObject({ value: 75, machineValue: 80 })
    expect(await inPlan('Stress level')).toEqual([[75, 'transcription', 'corrected']])
  })

  test('rejects a value, which is no longer effective until the rejection is undone', async () => {
    const { values: all } = await analysed(values(stress))
    for (const { id } of all) await decide(id, { decision: 'rejected' })
    expect(await plan()).toMatchObject({ metrics: [], burnoutAssessments: [] })
    for (const { id } of all) await decide(id, { decision: null })
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
    expect((await plan()).burnoutAssessments).toMatchObject([{ riskScore: 62 }])
    expect(await found('stress_level')).toMatchObject({ decidedBy: null, decidedAt: null })
  })

  test('decides on a risk score like on any value; plan and history show it', async () => {
    const { sessionId, clientId } = at
    await analysed(values())
    const scored = (await plan()).burnoutAssessments
    expect(scored).toMatchObject([{ riskScore: 62, check: 'inferred' }])
    const scores = async (cookie = coach) => {
      const query = `weekNumber=${scored[0]?.weekNumber}`
      const url = `/api/clients/${clientId}/burnout-assessments?${query}`
      return (await call({ url }, cookie)).json<AssessmentHistory>()
    }
    const openings = async () => (await logged()).filter((it) => it === 'transcript-opened').length
    const before = await openings()
    expect(await scores(admin)).toMatchObject([
      {
        source: 'model',
        found: { sessionId, decision: null, quotes: [{ text: risk.reasons[0]?.quote }, {}] },
      },
    ])
    expect(await openings()).toBe(before + 1)
    // The client sees that it is unconfirmed, and no words of the transcript.
    expect((await scores(await asClient()))[0]?.found).toMatchObject({ decision: null, quotes: [] })
    expect(await openings()).toBe(before + 1)

    const { id } = await found('riskScore')
    await decide(id, { decision: 'corrected', value: 40 })
    expect((await plan()).burnoutAssessments).toMatchObject([{ riskScore: 40, check: 'corrected' }])
    expect(await scores()).toMatchObject([
      { riskScore: 40, found: { decision: 'corrected', machineValue: 62 } },
    ])
    await decide(id, { decision: null })
    expect((await plan()).burnoutAssessments).toMatchObject([{ check: 'inferred' }])
  })

  test('is asked for an inferred value that is far from the values of earlier sessions', async () => {
    const quote = 'I slept well and I am full of strength'
    const id = await begin(`Coach: How was your week?\n\nClient: ${quote}.`, daysFromNow(-2))
    const analyse = async (value: number, riskScore: number) => {
      const { values: all } = await analysed(
        {
          ...values({ ...energy, value, quotes: [quote] }),
          burnout_assessment: { riskScore, reasons: [], protective: [{ reason: 'Rest', quote }] },
        },
        id,
      )
      return Object.fromEntries(all.map(({ key, fault, isInferred }) => [key, [fault, isInferred]]))
    }
    const both = (...of: unknown[]) => ({ energy: of, riskScore: of })
    expect(await analyse(20, 29)).toEqual(both(null, true))
    // It is not compared with what the same session said before.
    expect(await analyse(95, 5)).toEqual(both(null, true))
    await analysed(values(energy), await begin(conversation, daysFromNow(-8)))
    expect(await analyse(95, 5)).toEqual(both('far', false))
    expect(await inPlan('Energy')).toEqual([[30, 'transcription', 'not-confirmed']])
    for (const value of (await read(id)).values) await decide(value.id, { decision: 'confirmed' })
    expect(await inPlan('Energy')).toContainEqual([95, 'transcription', 'confirmed'])
  })

  test('can replace a value without evidence by their own, but not confirm it', async () => {
    await analysed(values({ ...stress, quotes: [] }))
    const { id } = await found('stress_level')
    expect((await decide(id, { decision: 'confirmed' })).statusCode).toBe(409)
    await decide(id, { decision: 'corrected', value: 60 })
    expect(await inPlan('Stress level')).toEqual([[60, 'transcription', 'corrected']])
  })

  test('can only enter values in the range of a requested metric', async () => {
    await analysed(
      values({ ...stress, key: 'analysed', value: 8 }, { ...stress, key: 'sleep_quality' }),
    )
    const { id } = await found('analysed')
    const answer = await decide(id, { decision: 'corrected', value: 11 })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      { value: 'Analysed must be between 0 and 10.' },
    ])
    expect((await decide(id, { decision: 'corrected' })).statusCode).toBe(400)
    const unasked = await found('sleep_quality')
    expect((await decide(unasked.id, { decision: 'corrected', value: 5 })).statusCode).toBe(409)
    expect((await decide(unasked.id, { decision: 'rejected' })).statusCode).toBe(200)
    expect((await decide(newId(), { decision: 'rejected' })).statusCode).toBe(404)
  })

  test('can repeat a decision after a lost response', async () => {
    await analysed(values(stress))
    const { id, version } = await found('stress_level')
    const body = { decision: 'corrected', value: 75, version }
    const [first, again] = [await decide(id, body), await decide(id, body)]
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect((await decide(id, { ...body, value: 70 })).json()).toMatchObject({ code: 'stale' })
  })

  test('is not overruled by a later analysis, which replaces undecided values only', async () => {
    await analysed(values(stress, energy))
    await decide((await found('stress_level')).id, { decision: 'corrected', value: 75 })
    await decide((await found('riskScore')).id, { decision: 'rejected' })
    await analysed(values({ ...stress, value: 10 }, { ...stress, key: 'analysed', value: 8 }))
    expect((await read()).values.map((it) => [it.key, it.value, it.machineValue])).toEqual(
      expect.arrayContaining([
        ['stress_level', 75, 80],
        ['analysed', null, 8],
        ['riskScore', null, 62],
      ]),
    )
    expect(await inPlan('Energy')).toEqual([])
    expect(await inPlan('Stress level')).toEqual([[75, 'transcription', 'corrected']])
    expect((await plan()).burnoutAssessments).toEqual([])
  })
})
