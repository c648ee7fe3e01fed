import { expect, test } from 'vitest'
import { assignmentState, byUrgency } from './assignment-state.ts'

const assignment = (dueDate: string | null, completedAt: string | null = null) => ({
  dueDate,
  completedAt,
})

test('an assignment is to do until the end of its due date', () => {
  const due = assignment('2026-11-21')
  expect(assignmentState(due, '2026-11-21')).toBe('to do')
  expect(assignmentState(due, '2026-11-22')).toBe('overdue')
  expect(assignmentState(assignment(null), '2030-01-01')).toBe('to do')
})

test('an assignment that was completed late is not overdue', () => {
  const late = assignment('2026-11-01', '2026-11-20T10:00:00Z')
  expect(assignmentState(late, '2026-11-22')).toBe('completed')
})

test('open assignments come before completed ones, the earliest due date first', () => {
  const list = [
    assignment('2026-11-01', '2026-11-02T10:00:00Z'),
    assignment(null),
    assignment('2026-11-30'),
    assignment('2026-11-08', '2026-11-09T10:00:00Z'),
    assignment('2026-11-23'),
  ]
  expect(list.toSorted(byUrgency).map(({ dueDate }) => dueDate)).toEqual([
    '2026-11-23',
    '2026-11-30',
    null,
    '2026-11-08',
    '2026-11-01',
  ])
})
