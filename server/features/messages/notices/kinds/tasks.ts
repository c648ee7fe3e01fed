import { sql } from 'kysely'
import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { coachUserId, followerUserId } from '../../../clients/find-follower.ts'
import { formatWhen } from '../../../reminders/format-when.ts'
import { type Asked, count, definePlainNotice, sharedPath } from '../notice-kind.ts'

type Task = {
  id: string
  clientId: string
  clientName: string
  /** Of the type. */
  name: string
  dueDate: string | null
  isOpen: boolean
}

/** Assignments of plans that the user follows or coaches. */
async function listAssignments(db: Db, { userId, rowIds }: Asked) {
  const { rows } = await sql<Task>`
    select assignment.id, client.id as client_id, client.name as client_name, assignment_definition.name,
      assignment.due_date::text as due_date, assignment.completed_at is null as is_open
    from assignment
    join assignment_definition on assignment_definition.id = assignment.assignment_definition_id
    join client on client.id = assignment.client_id
    where assignment.id = any(${rowIds}::uuid[]) and ${userId} in (${followerUserId}, ${coachUserId})
    order by assignment.due_date, assignment.id`.execute(db)
  return rows
}

/** Questionnaires of the user, or of clients whom the user coaches; withdrawn and declined ones are left out. */
async function listQuestionnaires(db: Db, { userId, rowIds }: Asked) {
  const { rows } = await sql<Task>`
    select questionnaire.id, client.id as client_id, client.name as client_name, 'A questionnaire' as name,
      questionnaire.due_date::text as due_date, questionnaire.completed_at is null as is_open
    from questionnaire join client on client.id = questionnaire.client_id
    where questionnaire.id = any(${rowIds}::uuid[]) and ${userId} in (client.user_id, ${coachUserId})
      and questionnaire.withdrawn_at is null and questionnaire.declined_at is null
    order by questionnaire.due_date, questionnaire.id`.execute(db)
  return rows
}

type ListTasks = typeof listAssignments
const quote = (name: string) => (name === 'A questionnaire' ? name : `“${name}”`)
const formatDay = (day: string | null) => formatWhen(new Date(day ?? 0), 'UTC').day

const given = (list: ListTasks, what: string) =>
  definePlainNotice<Task>({
    listTrue: async (db, asked) => (await list(db, asked)).filter(({ isOpen }) => isOpen),
    word: (tasks) => {
      const [{ name, dueDate }] = tasks
      const due = tasks.length === 1 && dueDate ? `, due on ${formatDay(dueDate)}` : ''
      return {
        subject: 'Your coach has sent you something',
        text: `Your coach has sent you ${count(tasks, 'something to do', 'things to do')}${due}.`,
        bell:
          tasks.length === 1
            ? `${quote(name)} was given to you${due}.`
            : `${tasks.length} ${what} were given to you.`,
        path: sharedPath(tasks, true),
        values: { what: count(tasks, 'Something is', 'things are'), day: formatDay(dueDate) },
      }
    },
  })

const due = (list: ListTasks, what: string) =>
  definePlainNotice<Task>({
    listTrue: async (db, asked) => {
      const today = calendarDay(asked.now, asked.timeZone)
      const days: (string | null)[] = [today, addDays(today, 1)]
      return (await list(db, asked)).filter((it) => it.isOpen && days.includes(it.dueDate))
    },
    word: (tasks, { now, timeZone }) => {
      const [{ name }] = tasks
      const days = [...new Set(tasks.map(({ dueDate }) => dueDate))]
      const day = days.map(formatDay).join(' and ')
      const tomorrow = addDays(calendarDay(now, timeZone), 1)
      const when = days.every((it) => it === tomorrow) ? `tomorrow, ${day}` : `on ${day}`
      return {
        subject: `Due on ${day}`,
        text: `${count(tasks, 'Something is', 'things are')} due ${when}. Do only as much as feels right.`,
        bell: `${tasks.length === 1 ? `${quote(name)} is` : `${tasks.length} ${what} are`} due ${when}.`,
        path: sharedPath(tasks, true),
        values: { what: count(tasks, 'Something is', 'things are'), day },
      }
    },
  })

const done = (list: ListTasks, text: string, bell: string, what: string) =>
  definePlainNotice<Task>({
    listTrue: async (db, asked) => (await list(db, asked)).filter(({ isOpen }) => !isOpen),
    word: (tasks) => {
      const [{ clientName, name }] = tasks
      const said = tasks.length === 1 ? text : `Clients have sent ${tasks.length} things`
      return {
        ...{ subject: said, text: `${said}.`, path: sharedPath(tasks, false) },
        bell:
          tasks.length === 1
            ? `${clientName} ${bell} ${quote(name).replace(/^A /, 'a ')}.`
            : `${tasks.length} ${what}.`,
      }
    },
  })

export const assignmentGiven = given(listAssignments, 'home assignments')
export const questionnaireGiven = given(listQuestionnaires, 'questionnaires')
export const assignmentDue = due(listAssignments, 'home assignments')
export const questionnaireDue = due(listQuestionnaires, 'questionnaires')
export const assignmentCompleted = done(
  listAssignments,
  'A client has sent something',
  'completed',
  'home assignments were completed',
)
export const questionnaireAnswered = done(
  listQuestionnaires,
  'A client has answered',
  'answered',
  'questionnaires were answered',
)
