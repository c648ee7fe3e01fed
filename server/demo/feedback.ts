import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { daysBefore, type Moment } from './dates.ts'

const ratings = [5, 4, 5, 4, 3, 5, 4, 5, 2, 4]
const words = [
  'It helped to write the evenings down.',
  'Thank you for the breathing exercise.',
  'A little more time for questions would be good.',
]

/** Feedback of most clients on the held sessions of half a year, but for the last days: the demo client is still asked. */
export const insertFeedback = (db: Db, { now }: Moment) =>
  sql`
    insert into feedback (session_id, coach_id, rating, words, given_at)
    select id, coach_id, (${ratings}::integer[])[1 + place % ${ratings.length}],
      case when place % 7 = 3 then (${words}::text[])[1 + place / 7 % ${words.length}] end,
      session_date + interval '3 hours'
    from (
      select session.id, client.coach_id, session_date, row_number() over (order by session_date, client.name, session.id) as place
      from session join client on client.id = session.client_id
      where completed_at is not null and archived_at is null
        and session_date between ${daysBefore(now, 180)} and ${daysBefore(now, 3)}
    ) as held
    where place % 4 <> 1`.execute(db)
