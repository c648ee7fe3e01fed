import { expect, test } from 'vitest'
import { assignmentRows, burnoutRow, metricRows, sessionRows } from './plan-rows.ts'

const weekly = { id: 'weekly', name: 'Weekly coaching', description: null, displayOrder: 1 }
const intake = { id: 'intake', name: 'Intake', description: null, displayOrder: 2 }
const session = (id: string, weekNumber: number, sessionDate: string) => ({
  id,
  weekNumber,
  sessionDate,
  clientId: 'c',
  status: 'open' as const,
  sessionDefinitionId: weekly.id,
  sessionDefinitionName: weekly.name,
  recordingUrl: null,
  hasRawTranscript: false,
  hasConversation: false,
  transcribedTextRaw: null,
  transcribedTextScripted: null,
  assignmentCount: 0,
  version: 1,
  metrics: [],
})

test('every session type has a row, with the sessions of a week in their order', () => {
  const [first, second] = sessionRows(
    {
      sessionDefinitions: [weekly, intake],
      sessions: [
        session('later', 2, '2026-11-12T10:00:00Z'),
        session('earlier', 2, '2026-11-11T10:00:00Z'),
      ],
    },
    [1, 2, 3, 4],
    3,
  )
  expect(first?.weeks.get(2)?.map(({ id }) => id)).toEqual(['earlier', 'later'])
  expect(second).toMatchObject({ label: 'Intake' })
  expect(second?.weeks.size).toBe(0)
})

test('the trend of sessions counts a week without any as none, and leaves the future out', () => {
  const [row] = sessionRows(
    { sessionDefinitions: [weekly], sessions: [session('a', 2, '2026-11-12T10:00:00Z')] },
    [1, 2, 3, 4],
    3,
  )
  expect(row?.points).toEqual([
    { week: 1, value: 0 },
    { week: 2, value: 1 },
    { week: 3, value: 0 },
  ])
})

test('home assignments show how many are done in a week and in all', () => {
  const assignment = (weekNumber: number, completedAt: string | null) => ({
    id: `${weekNumber}${completedAt}`,
    weekNumber,
    completedAt,
    dueDate: null,
    assignmentTypeId: 'journal',
    assignmentTypeName: 'Sleep journal',
  })
  const [row] = assignmentRows([
    assignment(1, '2026-11-01T10:00:00Z'),
    assignment(1, null),
    assignment(2, '2026-11-09T10:00:00Z'),
  ])
  expect(row).toMatchObject({ label: 'Sleep journal', total: { completed: 2, all: 3 } })
  expect(row?.weeks.get(1)).toEqual({ completed: 1, all: 2 })
})

test('several values of one week show their mean, and only shown weeks make the trend', () => {
  const metric = (weekNumber: number, numericValue: number) => ({
    id: `${weekNumber}-${numericValue}`,
    sessionId: null,
    metricLabel: 'Stress',
    weekNumber,
    numericValue,
    metricDefinitionId: 'stress',
    source: 'transcription' as const,
    version: 1,
  })
  const [row] = metricRows([metric(1, 80), metric(2, 40), metric(2, 60)], [2, 3])
  expect(row?.weeks.get(2)).toBe(50)
  expect(row?.points).toEqual([{ week: 2, value: 50 }])
})

test('the burnout row holds the assessments by week', () => {
  const row = burnoutRow(
    [
      {
        id: 'a',
        weekNumber: 4,
        riskScore: 35,
        source: 'person',
        createdAt: '2026-11-01T10:00:00Z',
      },
    ],
    [4],
  )
  expect([...row.weeks]).toEqual([[4, 35]])
})
