import { z } from 'zod'
import { paragraph, rowId } from './bounds.ts'
import type { CalendarDay } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { planReaders } from './roles.ts'
import { rowVersion } from './row-version.ts'

/** Specification part 2, section 3: what a client does between the sessions. */
export const assignment = z.object({
  id: rowId(),
  weekNumber: z.number().int(),
  assignmentTypeId: rowId(),
  assignmentTypeName: z.string(),
  /** A calendar day, YYYY-MM-DD. */
  dueDate: z.string().nullable(),
  /** From the coach to the client. */
  note: z.string().nullable(),
  /** In which it was given. */
  sessionId: rowId().nullable(),
  /** The same for all that were given at once, a week apart. */
  seriesId: rowId().nullable(),
  completedAt: z.string().nullable(),
  /** From the client to the coach, while it is completed. */
  completionNote: z.string().nullable(),
  /** Unknown where the account is gone. */
  completedBy: z.object({ name: z.string(), isStaff: z.boolean() }).nullable(),
  /** Of what was given: type, day and note. */
  version: rowVersion,
})
export type Assignment = z.infer<typeof assignment>

export const completionNote = paragraph(1_000)

type Dated = Pick<Assignment, 'dueDate' | 'completedAt'>

/** Not done by the end of its day; `today` is that of the installation, for everybody. */
export const isOverdue = ({ dueDate, completedAt }: Dated, today: CalendarDay) =>
  completedAt === null && dueDate !== null && dueDate < today

/** What every change answers: the home assignments of the plan as they are then. */
export const assignments = z.array(assignment)

export const completeAssignment = endpoint('POST /api/assignments/{id}/completion', {
  access: planReaders,
  changes: ['session'],
  summary: 'Complete a home assignment with a note to the coach, or take that back',
  params: z.object({ id: rowId() }),
  body: z.object({
    isCompleted: z.boolean(),
    /** Left as it is where it is missing, cleared where it is empty; the client's own words, which nobody else writes. */
    note: completionNote.optional(),
  }),
  response: assignments,
})
