import { expect, test } from 'vitest'
import { assignmentRows, burnoutRow, countCompleted, metricRows, sessionRows } from './plan-rows.ts'

const meeting = {
  ...{ durationMinutes: 50, sessionType: 'digital' as const },
  ...{ isJoinable: false, place: null },
}
const weekly = {
  ...meeting,
  id: 'weekly',
  name: 'Weekly coaching',
  description: null,
  displayOrder: 1,
  version: 1,
}
const intake = {
  ...{ id: 'intake', name: 'Intake', description: null, displayOrder: 2, version: 1 },
  ...meeting,
}
const session = (id: string, weekNumber: number, sessionDate: string) => ({
  id,
  weekNumber,
  sessionDate,
  clientId: 'c',
  ...meeting,
  status: 'open' as const,
  sessionDefinitionId: weekly.id,
  sessionDefinitionName: weekly.name,
  recordingUrl: null,
  hasRawTranscript: false,
  hasConversation: false,
  isOfEarlierRecording: false,
  sharing: null,
  conversationOrigin: null,
  transcribedTextRaw: null,
  transcribedTextScripted: null,
  assignmentCount: 0,
  version: 1,
  dateVersion: 1,
  cancellation: null,
  metrics: [],
  ...{ recordingDeletedAt: null, transcriptDeletedAt: null },
})

test('every session type has a row, with the sessions of a week sorted by date', () => {
  const [first, second] = sessionRows(
    {
      sessionDefinitions: [weekly, intake],
      sessions: [
        session('later', 2, '2026-11-12T10:00:00Z'),
        session('earlier', 2, '2026-11-11T10:00:00Z'),
      ],
    },
    [1, 2, 3, 4],
  )
  expect(first?.weeks.get(2)?.map(({ id }) => id)).toEqual(['earlier', 'later'])
  expect(second).toMatchObject({ label: 'Intake' })
  expect(second?.weeks.size).toBe(0)
})

test('a session type shows how many of the sessions in the shown weeks are completed', () => {
  const at = '2026-11-12T10:00:00Z'
  const [row] = sessionRows(
    {
      sessionDefinitions: [weekly],
      sessions: [
        { ...session('a', 2, at), status: 'completed' as const },
        { ...session('b', 3, at), status: 'archived' as const },
        session('c', 3, at),
        session('d', 9, at),
      ],
    },
    [1, 2, 3, 4],
  )
  expect(row?.completion).toEqual({ completed: 1, total: 2 })
})

test('home assignments show how many are completed in a week and in total', () => {
  const assignment = (weekNumber: number, completedAt: string | null) => ({
    id: `${weekNumber}${completedAt}`,
    weekNumber,
    completedAt,
    dueDate: null,
    assignmentTypeId: 'journal',
    assignmentTypeName: 'Sleep journal',
    note: null,
    sessionId: null,
    seriesId: null,
    completionNote: null,
    completedBy: null,
    version: 1,
  })
  const [row] = assignmentRows([
    assignment(1, '2026-11-01T10:00:00Z'),
    assignment(1, null),
    assignment(2, '2026-11-09T10:00:00Z'),
  ])
  expect(row).toMatchObject({ label: 'Sleep journal', completion: { completed: 2, total: 3 } })
  expect(countCompleted(row?.weeks.get(1) ?? [])).toEqual({ completed: 1, total: 2 })
})

const stress = {
  ...{ id: 'stress', key: 'stress', label: 'Stress', unit: null, lowest: 0, highest: 100 },
  isMoreBetter: null,
  ...{ category: { id: 'strain', name: 'Strain' }, dataSource: 'manual' as const },
}
const value = (weekNumber: number, numericValue: number, source: 'manual' | 'transcription') => ({
  ...{ id: `${weekNumber}-${numericValue}`, sessionId: null, metricLabel: 'Stress', version: 4 },
  ...{ metricDefinitionId: 'stress', weekNumber, numericValue, source },
  ...{ sessionDate: null as string | null, check: null },
})

test('the value of the last session in a week counts, and the trend includes only shown weeks', () => {
  const metrics = [
    value(1, 80, 'transcription'),
    { ...value(2, 40, 'transcription'), sessionDate: '2026-11-05T10:00:00Z' },
    { ...value(2, 60, 'transcription'), sessionDate: '2026-11-03T10:00:00Z' },
  ]
  const [row] = metricRows({ metricDefinitions: [stress], metrics }, [2, 3])
  expect(row?.weeks.get(2)).toBe(40)
  expect(row?.points).toEqual([{ week: 2, value: 40 }])
})

test('a value entered by hand takes precedence over one from a transcription', () => {
  const metrics = [value(2, 40, 'transcription'), value(2, 70, 'manual')]
  const [row] = metricRows({ metricDefinitions: [stress], metrics }, [2])
  expect(row?.weeks.get(2)).toBe(70)
  expect(row?.entered.get(2)).toEqual({ value: 70, version: 4 })
})

test('a value from an analysis shows whether it was confirmed, unless a person entered another one', () => {
  const found = { ...value(2, 40, 'transcription'), check: 'not-confirmed' as const }
  const checksOf = (metrics: (typeof found | ReturnType<typeof value>)[]) =>
    metricRows({ metricDefinitions: [stress], metrics }, [2])[0]?.checks
  expect(checksOf([found])).toEqual(new Map([[2, 'not-confirmed']]))
  expect(checksOf([found, value(2, 70, 'manual')])).toEqual(new Map())
})

test('a metric without a value has a row', () => {
  const rows = metricRows({ metricDefinitions: [stress], metrics: [] }, [1])
  expect(rows.map(({ label, points }) => [label, points])).toEqual([['Stress', []]])
})

test('the burnout row shows the risk score of each week', () => {
  const row = burnoutRow(
    [
      {
        id: 'a',
        weekNumber: 4,
        riskScore: 35,
        source: 'person',
        createdAt: '2026-11-01T10:00:00Z',
        rank: 1,
        check: null,
      },
    ],
    [4],
  )
  expect([...row.weeks]).toEqual([[4, 35]])
  expect(row.checks).toEqual(new Map())
})

test('a risk score from an analysis shows whether it was confirmed, unless a person entered another one', () => {
  const found = {
    ...{ id: 'a', weekNumber: 4, riskScore: 62, source: 'model' as const },
    ...{ createdAt: '2026-11-01T10:00:00Z', rank: 1, check: 'not-confirmed' as const },
  }
  const entered = { ...found, id: 'b', riskScore: 20, source: 'person' as const, check: null }
  expect(burnoutRow([found], [4]).checks).toEqual(new Map([[4, 'not-confirmed']]))
  expect(burnoutRow([{ ...found, rank: 2 }, entered], [4]).checks).toEqual(new Map())
})
