import { expect, test } from 'vitest'
import { calendarDay } from '#contract/rules/calendar.ts'
import { type Placeholder, placeholderNames } from '#contract/prompts/placeholders.ts'
import { newId } from '../../../platform/ids.ts'
import {
  daysFromNow,
  makeAssignmentType,
  makeClient,
  makeRow,
  makeSession,
  getRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { getPromptFacts } from './facts.ts'
import { replacePlaceholders, fillParts } from './placeholders.ts'
import { resolvePlaceholders } from './resolve-placeholders.ts'

const { db, coachId, sessionDefinitionId: weekly } = await testApp()
const timeZone = 'UTC'
const names = [...placeholderNames] as Placeholder[]
const dayOf = (instant: string) => calendarDay(new Date(instant), timeZone)
const diary = await makeAssignmentType(db)
const subject = { sessionId: '', audioTranscript: 'What was just heard.', now: new Date() }

/** Every placeholder in the syntax of prompts. */
async function texts(): Promise<Record<string, string>> {
  const values = await resolvePlaceholders(
    new Set(names),
    await getPromptFacts(db, { ...subject, timeZone }),
  )
  return Object.fromEntries(
    names.map((name) => [name, replacePlaceholders(fillParts(`{{${name}}}`, values))]),
  )
}

/** A client with an analysed session and a future one, which is the subject. */
async function analysedClient() {
  const own = await makeClient(db, { coachId, createdAt: daysFromNow(-20) })
  const add = (values: object) =>
    makeSession(db, { clientId: own, sessionDefinitionId: weekly, ...values })
  const last = await add({
    sessionDate: daysFromNow(-1),
    transcribedTextScripted:
      "Coach: I'll send you the list tonight.\n\nClient: I slept badly. I'll call my doctor on Monday. What do I do when it comes back?",
  })
  subject.sessionId = await add({ sessionDate: daysFromNow(2) })
  const { version } = await getRow(db, 'session', last)
  const place = { turn: 2, speaker: 'Client', isClients: true, time: null }
  const find = async (key: string, machineValue: number, quotes: object[], values: object = {}) => {
    return makeRow(db, 'analysisValue', {
      ...{ sessionId: last, key, machineValue, conversationVersion: version },
      ...{ templateType: 'metric_extraction', quotes: JSON.stringify(quotes), ...values },
    })
  }
  const quote = (text: string, reason: string | null = null, found: object | null = place) => ({
    ...{ text, reason, isProtective: false, place: found },
  })
  return { own, last, find, quote }
}

test('earlier sessions have their date and effective values', async () => {
  const { own, last, find, quote } = await analysedClient()
  await find('calm', 30, [quote('I slept badly.')])
  await find('hope', 44, [quote('Nobody said this.', null, null)], { fault: 'not-found' })
  await find('anger', 55, [quote('I slept badly.')], {
    ...{ decision: 'rejected', decidedAt: daysFromNow(-1) },
  })
  await makeRow(db, 'assignment', {
    ...{ clientId: own, assignmentDefinitionId: diary },
    ...{ weekNumber: 3, sessionId: last, note: 'Three\nlines.' },
  })
  const told = await texts()
  const day = dayOf(daysFromNow(-1))
  expect(told['sessionHistory']).toBe(`${day} Weekly coaching (open); calm 30 (not confirmed)`)
  expect(told['preparationContext']).toContain(
    [
      `Said last:\n- “I slept badly.” (${day}), of calm 30, not confirmed`,
      'Due:\n- Sleep diary',
      `Promised:\n- The client: Sleep diary (Three lines.), not done yet`,
      `- The coach: “I'll send you the list tonight.” (${day})`,
      `- The client: “I'll call my doctor on Monday.” (${day})`,
      `Open questions of the client:\n- “What do I do when it comes back?” (${day})`,
    ].join('\n'),
  )
  for (const text of Object.values(told)) {
    expect(text).not.toContain('hope')
    expect(text).not.toContain('anger')
    expect(text).not.toContain('Nobody said this')
  }
})

test('reasons of a model are included with evidence, as are other assessments of the week', async () => {
  const { own, find, quote } = await analysedClient()
  const found = [
    quote('I slept badly.', 'Sleeps badly'),
    quote('Never said.', 'Made up', null),
    { ...quote('I slept badly.', 'Has a plan'), isProtective: true },
  ]
  const analysisValueId = await find('risk_score', 72, found, {
    templateType: 'burnout_assessment',
  })
  const estimate = (values: object) =>
    makeRow(db, 'burnoutAssessment', { clientId: own, weekNumber: 3, riskScore: 72, ...values })
  await estimate({ source: 'model', analysisValueId, reason: 'Sleeps badly\nMade up' })
  await estimate({ source: 'person', riskScore: 45, reason: 'A calm hour.' })
  const told = await texts()
  expect(told['burnoutAnalysis']).toBe(
    [
      '45 of 100 in week 3',
      'Week 3, person: 45 medium. A calm hour.',
      'Week 3, model: 72 high (not confirmed). Sleeps badly; Protects: Has a plan',
    ].join('\n'),
  )
  expect(told['weeklyData']).toContain('Sleeps badly')
  expect(told['preparationContext']).toContain(
    'Burnout risk in week 3: a person 45, the machine 72',
  )
  expect(JSON.stringify(told)).not.toContain('Made up')
})

test('combined placeholders have no speech without consent to analysis', async () => {
  const { own, find, quote } = await analysedClient()
  await find('calm', 30, [quote('I slept badly.')])
  await db.deleteFrom('consent').where('clientId', '=', own).execute()
  const { preparationContext, weeklyData } = await texts()
  for (const text of [preparationContext, weeklyData]) {
    expect(text).not.toContain('I slept badly')
    expect(text).not.toContain('my doctor')
    expect(text).not.toContain('comes back')
  }
})

test('combined placeholders are truncated, with an ellipsis', async () => {
  const { own } = await analysedClient()
  await db
    .insertInto('burnoutAssessment')
    .values(
      Array.from({ length: 60 }, (_, index) => ({
        ...{ id: newId(), clientId: own, weekNumber: 3, riskScore: index, source: 'person' },
        reason: 'x'.repeat(2_000),
      })),
    )
    .execute()
  for (let day = 2; day < 25; day++)
    await makeSession(db, {
      ...{ clientId: own, sessionDefinitionId: weekly, sessionDate: daysFromNow(-day) },
    })
  const told = await texts()
  expect(told['burnoutAnalysis']?.length).toBeLessThanOrEqual(4_002)
  expect(told['burnoutAnalysis']).toMatch(/\n…$/)
  expect(told['weeklyData']?.length).toBeLessThanOrEqual(6_002)
  expect(told['preparationContext']?.length).toBeLessThanOrEqual(12_002)
  expect(told['sessionHistory']).toMatch(/\nand 4 before$/)
})
