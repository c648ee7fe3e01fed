import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { weeklyFrom } from '#contract/assignment-changes.ts'
import { weekNumberAt, weekStart } from '#contract/weeks.ts'
import type { Db } from '../db/db.ts'
import { newId } from '../ids.ts'
import type { Moment } from './dates.ts'
import type { DemoClient } from './plans.ts'

const toClients = [
  'A few words each evening are enough.',
  'Choose a time of day that is yours anyway.',
  'Stop when it is too much; that tells us something too.',
]
const toCoaches = [
  'Easier than last week.',
  'I forgot it on Tuesday and did it twice on Wednesday.',
  'I slept better after it.',
  'It was hard to find a quiet moment.',
]

/** What coaches and clients wrote to each other beside the assignments, who completed them, and a weekly series to come. */
export async function tellOfHomework(db: Db, people: DemoClient[], moment: Moment) {
  await sql`
    update assignment set
      completed_by = case when assignment.completed_at is not null then client.user_id end,
      note = case when week_number % 3 = 0 then (${toClients}::text[])[1 + week_number / 3 % 3] end,
      completion_note = case when assignment.completed_at is not null and week_number % 4 = 2
        then (${toCoaches}::text[])[1 + week_number / 4 % 4] end
    from client where client.id = assignment.client_id`.execute(db)
  const [type] = await db
    .selectFrom('assignmentDefinition')
    .select('id')
    .orderBy('displayOrder')
    .limit(1)
    .execute()
  for (const person of people.filter(({ story }) => story === 'recovering')) {
    const plan = { createdAt: person.createdAt, timeZone: moment.timeZone }
    const next = weekNumberAt(moment.now, plan) + 1
    const seriesId = newId()
    const rows = weeklyFrom(addDays(weekStart(next, plan), 3), 4).map((dueDate, index) => ({
      id: newId(),
      clientId: person.id,
      assignmentDefinitionId: type?.id ?? '',
      seriesId,
      dueDate,
      weekNumber: next + index,
      note: toClients[0],
    }))
    await db.insertInto('assignment').values(rows).execute()
  }
}
