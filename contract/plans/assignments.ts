import { z } from 'zod'
import { idOnly, paragraph, rowId } from '../bounds.ts'
import type { CalendarDay } from '../rules/calendar.ts'
import { endpoint } from '../endpoint.ts'
import { planReaders } from '../roles.ts'
import { rowVersion } from '../row-version.ts'

/** What a client does between the sessions (docs/product.md, "Home assignments"). */
export const assignment = z.object({
  id: rowId(),
  weekNumber: z.number().int(),
  assignmentTypeId: rowId(),
  assignmentTypeName: z.string(),
  /** A calendar day, YYYY-MM-DD. */
  dueDate: z.string().nullable(),
  /** From the coach to the client. */
  note: z.string().nullable(),
  /** Session in which it was assigned. */
  sessionId: rowId().nullable(),
  /** Shared by the assignments of one weekly series. */
  seriesId: rowId().nullable(),
  completedAt: z.string().nullable(),
  /** From the client to the coach, while it is completed. */
  completionNote: z.string().nullable(),
  /** Null if not completed, or if the account was deleted. */
  completedBy: z.object({ name: z.string(), isStaff: z.boolean() }).nullable(),
  /** Version of type, due date and note. */
  version: rowVersion,
})
export type Assignment = z.infer<typeof assignment>

export const completionNote = paragraph(1_000)

type Dated = Pick<Assignment, 'dueDate' | 'completedAt'>

/** Not completed by the end of its due date; `today` is in the time zone of the installation. */
export const isOverdue = ({ dueDate, completedAt }: Dated, today: CalendarDay) =>
  completedAt === null && dueDate !== null && dueDate < today

/** Every change returns all home assignments of the plan. */
export const assignments = z.array(assignment)

export const completeAssignment = endpoint('POST /api/assignments/{id}/completion', {
  access: planReaders,
  isOwnAct: true,
  changes: ['session'],
  summary: 'Complete a home assignment with a note to the coach, or reopen it',
  params: idOnly,
  body: z.object({
    isCompleted: z.boolean(),
    /** Unchanged if missing, cleared if empty. Only the client may write it. */
    note: completionNote.optional(),
  }),
  response: assignments,
})
