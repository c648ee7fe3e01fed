import { z } from 'zod'
import { type Assignment, assignments } from './assignments.ts'
import { paragraph, rowId, wholeNumber } from './bounds.ts'
import { addDays, type CalendarDay } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { staff } from './roles.ts'
import { changeOf } from './row-version.ts'

/** Weeks for which one is given at most. */
export const maxRepeats = 26
/** Home assignments of one plan. */
export const maxAssignments = 1_000

const invalidDate = 'This is not a date of the calendar.'
/** YYYY-MM-DD; which of them are days of the plan says `dueDateFault`. */
const calendarDate = z.iso.date({ error: invalidDate, abort: true }).max(10, { error: invalidDate })

export const assignmentForm = z.object({
  assignmentDefinitionId: rowId('Assignment type is required'),
  dueDate: calendarDate.nullable(),
  note: paragraph(2_000),
})
/** The days on which the assignments of a series are due: the same weekday, week after week. */
export const weeklyFrom = (first: CalendarDay, weeks: number): CalendarDay[] =>
  Array.from({ length: weeks }, (_, week) => addDays(first, week * 7))

type InSeries = Pick<Assignment, 'id' | 'seriesId' | 'dueDate'>

/** An assignment and those of its series that come after it. */
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

const id = z.object({ id: rowId() })

export const createAssignments = endpoint('POST /api/clients/{id}/assignments', {
  access: staff,
  changes: ['session'],
  once: true,
  summary: 'Give a home assignment, or one for each of some weeks from its day on',
  params: id,
  body: assignmentForm.extend({
    repeatWeeks: z.number().int().min(1).max(maxRepeats).default(1),
    sessionId: rowId().nullable().default(null),
  }),
  refuses: ['unprocessable', 'conflict'],
  response: assignments,
})

export const updateAssignment = endpoint('PUT /api/assignments/{id}', {
  access: staff,
  changes: ['session'],
  summary: 'Change the type, the day or the note of a home assignment',
  params: id,
  body: changeOf(assignmentForm),
  refuses: ['unprocessable'],
  response: assignments,
})

export const deleteAssignments = endpoint('DELETE /api/assignments/{id}', {
  access: staff,
  changes: ['session'],
  summary:
    'Delete a home assignment, or with `scope=rest` those of its series after it too; `completed` says how many that are done may go with it',
  params: id,
  query: z.object({
    scope: z.enum(['one', 'rest']).default('one'),
    completed: wholeNumber(0, maxAssignments).default(0),
  }),
  refuses: ['conflict'],
  response: assignments,
})
