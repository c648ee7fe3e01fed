import { z } from 'zod'
import { type Assignment, assignments } from './assignments.ts'
import { idOnly, paragraph, rowId, wholeNumber } from '../bounds.ts'
import { addDays, type CalendarDay } from '../rules/calendar.ts'
import { endpoint } from '../endpoint.ts'
import { staff } from '../roles.ts'
import { changeBody } from '../row-version.ts'

/** Maximum number of weekly repeats. */
export const maxRepeats = 26
/** Home assignments of one plan. */
export const maxAssignments = 1_000

const invalidDate = 'This is not a valid date.'
/** YYYY-MM-DD; `dueDateError` checks its range. */
const calendarDate = z.iso.date({ error: invalidDate, abort: true }).max(10, { error: invalidDate })

export const assignmentForm = z.object({
  assignmentDefinitionId: rowId('Assignment type is required'),
  dueDate: calendarDate.nullable(),
  note: paragraph(2_000),
})
/** Due dates of a weekly series. */
export const weeklyFrom = (first: CalendarDay, weeks: number): CalendarDay[] =>
  Array.from({ length: weeks }, (_, week) => addDays(first, week * 7))

type InSeries = Pick<Assignment, 'id' | 'seriesId' | 'dueDate'>

/** An assignment and the later ones of its series. */
export const restOfSeries = <T extends InSeries>(one: T, all: readonly T[]) =>
  all.filter(
    (it) =>
      it.id === one.id ||
      (one.seriesId !== null &&
        it.seriesId === one.seriesId &&
        it.dueDate !== null &&
        one.dueDate !== null &&
        it.dueDate > one.dueDate),
  )

export const createAssignments = endpoint('POST /api/clients/{id}/assignments', {
  access: staff,
  changes: ['session'],
  isIdempotent: true,
  summary: 'Create a home assignment, or a weekly series of them',
  params: idOnly,
  body: assignmentForm.extend({
    repeatWeeks: z.number().int().min(1).max(maxRepeats).default(1),
    sessionId: rowId().nullable().default(null),
  }),
  errorCodes: ['unprocessable', 'conflict'],
  response: assignments,
})

export const updateAssignment = endpoint('PUT /api/assignments/{id}', {
  access: staff,
  changes: ['session'],
  summary: 'Change type, due date or note of a home assignment',
  params: idOnly,
  body: changeBody(assignmentForm),
  errorCodes: ['unprocessable'],
  response: assignments,
})

export const deleteAssignments = endpoint('DELETE /api/assignments/{id}', {
  access: staff,
  changes: ['session'],
  summary:
    'Delete a home assignment, with `scope=rest` also the later ones of its series; refused if more than `completed` of them are completed',
  params: idOnly,
  query: z.object({
    scope: z.enum(['one', 'rest']).default('one'),
    completed: wholeNumber(0, maxAssignments).default(0),
  }),
  errorCodes: ['conflict'],
  response: assignments,
})
