import { expect, test } from 'vitest'
import { describeChange, formatDisagreement, formatDue } from './brief-labels.ts'

const moved = (value: number, before: number | null) => ({
  ...{ label: 'Stress', unit: null, value, week: 4 },
  before: before === null ? null : { value: before, week: 2 },
})

test('a change has a direction and a start; less than a point is no change', () => {
  expect(describeChange(moved(80, 60))).toEqual({
    ...{ direction: 'up', change: '+20', since: 'from 60 in week 2' },
  })
  expect(describeChange(moved(55, 60.5))).toMatchObject({ direction: 'down', change: '−5.5' })
  expect(describeChange(moved(60.4, 60))).toMatchObject({ direction: 'flat', change: '' })
  expect(describeChange(moved(60, null))).toBeUndefined()
})

test('a due item shows its date and whether it is overdue', () => {
  const due = { kind: 'assignment' as const, name: 'Diary', dueDate: '2026-11-20' }
  expect(formatDue({ ...due, isOverdue: true })).toBe('overdue since Nov 20, 2026')
  expect(formatDue({ ...due, isOverdue: false })).toBe('due on Nov 20, 2026')
  expect(formatDue({ ...due, dueDate: null, isOverdue: false })).toBe('no due date')
})

test('a conflict names both sources and the week', () => {
  const one = { source: 'questionnaire' as const, value: 70 }
  expect(
    formatDisagreement({
      ...{ week: 3, label: 'Burnout risk', one },
      other: { source: 'model', value: 40 },
    }),
  ).toBe('Burnout risk in week 3: 70 from the questionnaire, 40 from the analysis.')
})
