import { expect, test } from 'vitest'
import { calendarDay } from '#contract/rules/calendar.ts'
import { type Placeholder, placeholderNames } from '#contract/prompts/placeholders.ts'
import { newId } from '../../../platform/ids.ts'
import {
  daysFromNow,
  makeAssignmentType,
  makeClient,
  makeMetric,
  makeMetricCategory,
  makeRecordingRow,
  makeRow,
  makeSession,
  makeUser,
  getRow,
  updateRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { getPromptFacts } from './facts.ts'
import { replacePlaceholders, fillParts } from './placeholders.ts'
import { resolvePlaceholders } from './resolve-placeholders.ts'

const { db, organizationId, sessionDefinitionId: weekly } = await testApp()
const timeZone = 'UTC'
const names = [...placeholderNames] as Placeholder[]
const dayOf = (instant: string) => calendarDay(new Date(instant), timeZone)
/** Days from now, at the same instant throughout the test. */
const at = Object.fromEntries(
  [-400, -20, -17, -14, -9, -3, -1, 0, 3, 5].map((days) => [days, daysFromNow(days)]),
) as Record<number, string>
const on = (days: number) => dayOf(at[days] ?? '')

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

await db
  .updateTable('sessionDefinition')
  .set({ sessionType: 'physical' })
  .where('name', '=', 'Weekly coaching')
  .execute()
const intake = await makeRow(db, 'sessionDefinition', { name: 'Intake', displayOrder: 2 })
const categoryId = await makeMetricCategory(db, 'Strain')
const stress = await makeMetric(db, { key: 'stress', label: 'Stress', unit: 'points', categoryId })
const sleep = await makeMetric(db, { key: 'sleep', label: 'Sleep', categoryId })
const diary = await makeAssignmentType(db)
const walk = await makeAssignmentType(db, 'Evening walk', 2)
await updateRow(db, 'organization', organizationId, {
  description: 'Studio for furniture',
  country: 'Denmark',
  city: 'Aarhus',
})

const userId = await makeUser(db, { email: 'sarah.lind@example.com', roles: ['client_user'] })
await updateRow(db, 'user', userId, { createdAt: at[-400] ?? '' })
const coachId = await makeRow(db, 'coach', {
  userId: await makeUser(db, { email: 'co.ach@example.com', roles: ['coach_user'] }),
  bio: 'Sleep and stress.',
  experiencedSince: 2012,
  city: 'Odense',
  country: 'Sweden',
  status: 'on_leave',
})
const clientId = await makeClient(db, {
  userId,
  coachId,
  organizationId,
  familyRelation: 'Daughter',
  status: 'inactive',
  createdAt: at[-20] ?? '',
})
const meet = (days: number, values: object = {}) =>
  makeSession(db, { clientId, sessionDefinitionId: weekly, sessionDate: at[days] ?? '', ...values })
await meet(-17, {
  sessionDefinitionId: intake,
  completedAt: at[-17],
  transcribedTextRaw: 'Raw of the intake.',
  transcribedTextScripted: 'Conversation of the intake.',
})
await meet(-14, { completedAt: at[-14], transcribedTextRaw: 'Raw of the second.' })
await meet(-9, { archivedAt: at[-9] })
subject.sessionId = await meet(-3, {
  transcribedTextRaw: 'Raw text.',
  transcribedTextScripted: 'Conversation.',
  createdAt: at[-9],
})
await meet(-1)
await meet(5)
await makeRecordingRow(db, subject.sessionId)
const value = (metricDefinitionId: string, weekNumber: number, numericValue: number) => ({
  ...{ id: newId(), clientId, metricDefinitionId, weekNumber, numericValue },
})
await db
  .insertInto('metricValue')
  .values([
    value(stress, 1, 70),
    { ...value(stress, 2, 60), source: 'manual' },
    value(sleep, 3, 7.5),
  ])
  .execute()
const assess = (weekNumber: number, riskScore: number, source = 'person') =>
  makeRow(db, 'burnoutAssessment', { clientId, weekNumber, riskScore, source })
// Only effective values are included: a questionnaire before a person before a model, and manual values.
await assess(1, 61, 'questionnaire')
await assess(1, 20)
await assess(3, 90, 'model')
await db
  .insertInto('metricValue')
  .values([
    { ...value(stress, 2, 11), source: 'transcription' },
    { ...value(stress, 3, 40), source: 'device' },
    { ...value(stress, 3, 60), source: 'transcription' },
  ])
  .execute()
await assess(3, 52.5)
const assign = async (assignmentDefinitionId: string, values: object) => {
  const id = newId()
  const row = { id, clientId, assignmentDefinitionId, weekNumber: 2, ...values }
  await db.insertInto('assignment').values(row).execute()
  return id
}
await assign(diary, { weekNumber: 1, dueDate: '2020-01-02' })
await assign(diary, { dueDate: '2020-01-09', completedAt: at[-3] })
await assign(walk, { weekNumber: 3, dueDate: '2999-01-01' })

/** The expected burnout analysis. */
const burnout = [
  '52.5 of 100 in week 3, -8.5 since week 1',
  'Week 3, person: 52.5 medium',
  'Week 3, model: 90 high',
  'Week 1, person: 20 low',
  'Week 1, questionnaire: 61 high',
  'Week 1: the questionnaire (61 high) and a person (20 low) disagree; the questionnaire counts',
].join('\n')

test('every placeholder has its exact value', async () => {
  const { createdAt: userCreatedAt } = await getRow(db, 'user', userId)
  const expected: Record<Placeholder, string> = {
    clientId,
    clientUserId: userId,
    clientOrganizationId: organizationId,
    clientCoachId: coachId,
    familyRelation: 'Daughter',
    riskLevel: 'medium',
    lastSessionDate: at[-1] ?? '',
    nextSessionDate: at[5] ?? '',
    openSessions: '2',
    burnoutPercentage: '52.5',
    trendDirection: 'down',
    trendValue: '-8.5',
    clientStatus: 'inactive',
    clientCreatedAt: at[-20] ?? '',
    userEmail: 'sarah.lind@example.com',
    firstName: 'sarah',
    lastName: 'lind',
    userRoles: 'client_user',
    userCreatedAt,
    sessionId: subject.sessionId,
    sessionClientId: clientId,
    sessionDefinitionId: weekly,
    sessionType: 'physical',
    sessionStatus: 'open',
    sessionDate: at[-3] ?? '',
    recordingUrl: `/api/sessions/${subject.sessionId}/recording`,
    transcribedTextRaw: 'Raw text.',
    transcribedTextScripted: 'Conversation.',
    weekStart: dayOf(daysFromNow(-6)),
    weekNumber: '3',
    sessionYear: on(-3).slice(0, 4),
    sessionCreatedAt: at[-9] ?? '',
    organizationName: 'Nordlys Design',
    organizationDescription: 'Studio for furniture',
    organizationCountry: 'Denmark',
    organizationCity: 'Aarhus',
    coachBio: 'Sleep and stress.',
    coachExperiencedSince: '2012',
    coachCity: 'Odense',
    coachCountry: 'Sweden',
    coachStatus: 'on_leave',
    previousSessionNotes: `Weekly coaching, ${on(-14)}:\nRaw of the second.`,
    lastThreeSessionNotes: `Weekly coaching, ${on(-14)}:\nRaw of the second.\n\nIntake, ${on(-17)}:\nConversation of the intake.`,
    sessionHistory: `${on(-9)} Weekly coaching (archived)\n${on(-14)} Weekly coaching (completed)\n${on(-17)} Intake (completed)`,
    recentSessionDates: `${on(-9)}, ${on(-14)}, ${on(-17)}`,
    currentWeekMetrics: 'Sleep 7.5, Stress 40 points',
    previousWeekMetrics: 'Stress 60 points',
    metricTrends: 'Sleep: N/A\nStress: down by 30.0 since week 1',
    latestBurnoutScore: '52.5',
    burnoutTrend: 'W1 61, W3 52.5',
    burnoutAnalysis: burnout,
    activeAssignments: 'Sleep diary, due 2020-01-02\nEvening walk, due 2999-01-01',
    recentCompletedAssignments: 'Sleep diary, due 2020-01-09',
    assignmentCompletionRate: '33% (1 of 3)',
    overdueAssignments: 'Sleep diary, due 2020-01-02',
    currentDate: on(0),
    currentWeekNumber: '3',
    daysSinceLastSession: '1',
    weeksInTreatment: '2',
    treatmentDuration: '2 weeks',
    audioTranscript: 'What was just heard.',
    sessionTranscript: 'Conversation.',
    weeklyData: [
      'Week 3',
      'Metrics: Sleep 7.5 (said in a session), Stress 40 points (from a device)',
      'Metrics of the week before: Stress 60 points (noted by a person)',
      'Assignments completed: 33% (1 of 3)',
      `Burnout: ${burnout}`,
    ].join('\n'),
    preparationContext: [
      `Session: Weekly coaching on ${on(-3)}, week 3`,
      'In treatment for 2 weeks; risk medium',
      'Moved since the session before:',
      '- Burnout risk 52.5 in week 3, down from 61 in week 1',
      '- Sleep 7.5 in week 3, for the first time',
      '- Stress 40 points in week 3, down from 60 in week 2',
      'Due:',
      '- Sleep diary, due 2020-01-02, overdue',
      'Sources that disagree:',
      '- Burnout risk in week 3: a person 52.5, the machine 90',
      '- Burnout risk in week 1: the questionnaire 61, a person 20',
      `Earlier sessions:\n${on(-9)} Weekly coaching (archived)\n${on(-14)} Weekly coaching (completed)\n${on(-17)} Intake (completed)`,
      'Metrics:\nSleep: N/A\nStress: down by 30.0 since week 1',
      `Burnout:\n${burnout}`,
      'Open assignments:\nSleep diary, due 2020-01-02\nEvening walk, due 2999-01-01',
      'Overdue assignments:\nSleep diary, due 2020-01-02',
    ].join('\n'),
  }
  expect(await texts()).toEqual(expected)
})

test('a session of another client has the data of that client only', async () => {
  const other = await makeClient(db)
  subject.sessionId = await makeSession(db, { clientId: other, sessionDefinitionId: weekly })
  expect(await texts()).toMatchObject({
    ...{ clientId: other, sessionClientId: other, sessionId: subject.sessionId },
    ...{ sessionHistory: 'N/A', burnoutAnalysis: 'N/A', activeAssignments: 'N/A' },
  })
})
