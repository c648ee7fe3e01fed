import { sql } from 'kysely'
import { addDays } from '#contract/rules/calendar.ts'
import { weeklyFrom } from '#contract/plans/assignment-changes.ts'
import { weekNumberAt, weekStart } from '#contract/rules/weeks.ts'
import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'
import type { Moment } from './dates.ts'
import type { DemoClient } from './plans.ts'

/** By assignment: the coach's note to the client, and the client's completion note. */
const notes = {
  'Sleep diary': {
    toClient: 'A few words each morning are enough.',
    toCoach: 'I forgot it on Tuesday. On the other days I was up once or twice.',
  },
  'Breathing exercise': {
    toClient: 'Choose a time of day that is yours anyway.',
    toCoach: 'It was hard to find five quiet minutes.',
  },
  'Walk outdoors': {
    toClient: 'At lunch, if the evenings are too full.',
    toCoach: 'I slept better after it.',
  },
  'Thought record': {
    toClient: 'Stop when it is too much; that tells us something too.',
    toCoach: 'Easier than last week.',
  },
}
/** The weekly assignment. */
const weekly = 'Sleep diary' satisfies keyof typeof notes

/** Adds notes and completions to the assignments, and upcoming weekly ones. */
export async function addAssignmentHistory(db: Db, people: DemoClient[], moment: Moment) {
  await sql`
    update assignment set
      completed_by = case when assignment.completed_at is not null then client.user_id end,
      note = case when week_number % 3 = 0 then notes.of ->> 'toClient' end,
      completion_note = case when assignment.completed_at is not null and week_number % 4 = 2
        then notes.of ->> 'toCoach' end
    from client, assignment_definition as type,
      lateral (select ${JSON.stringify(notes)}::jsonb -> type.name as of) as notes
    where client.id = assignment.client_id and type.id = assignment.assignment_definition_id`.execute(
    db,
  )
  const { id: assignmentDefinitionId } = await db
    .selectFrom('assignmentDefinition')
    .select('id')
    .where('name', '=', weekly)
    .executeTakeFirstOrThrow()
  for (const person of people.filter(({ story }) => story === 'recovering')) {
    const plan = { createdAt: person.createdAt, timeZone: moment.timeZone }
    const next = weekNumberAt(moment.now, plan) + 1
    const seriesId = newId()
    const rows = weeklyFrom(addDays(weekStart(next, plan), 3), 4).map((dueDate, index) => ({
      id: newId(),
      clientId: person.id,
      assignmentDefinitionId,
      seriesId,
      dueDate,
      weekNumber: next + index,
      note: notes[weekly].toClient,
    }))
    await db.insertInto('assignment').values(rows).execute()
  }
}
