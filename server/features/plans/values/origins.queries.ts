import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

type Origin = {
  id: string
  author: string | null
  /** Session in which it was found. */
  session: string | null
  sessionDate: string | null
  at: string
}

/** Origins of the values and assessments of a plan, by id. */
export async function listOrigins(db: Db, clientId: string) {
  const { rows } = await sql<Origin>`
    select it.id, author.name as author, session_definition.name as session, session.session_date as "sessionDate", it.at
    from (
      select id, author_id, session_id, changed_at as at from metric_value where client_id = ${clientId}
      union all
      select id, author_id, session_id, created_at from burnout_assessment where client_id = ${clientId}
    ) as it
    left join "user" as author on author.id = it.author_id
    left join session on session.id = it.session_id
    left join session_definition on session_definition.id = session.session_definition_id
  `.execute(db)
  return new Map(rows.map((it) => [it.id, it]))
}
