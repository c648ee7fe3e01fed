import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { mostSessionsToTry } from '#contract/prompt-trials.ts'
import type { Db } from '../db/db.ts'
import { holds, idsFound, leadOf } from '../lists/search.ts'
import { type Word, wordsOf } from '../lists/typed-words.ts'

/** Clients of whom the sessions are read; where more are found, the sessions are gone along instead. */
const fewClients = 1000

/** Sessions in which something was said, the latest first; `q` is looked for in the names and e-mails of clients. */
export async function sessionsToTry(db: Db, q?: string) {
  const words = await wordsOf(db, q)
  return said(db)
    .where(words.length ? await ofClients(db, words) : sql<SqlBool>`true`)
    .execute()
}

async function ofClients(db: Db, words: readonly Word[]): Promise<RawBuilder<SqlBool>> {
  const lead = await leadOf(db, 'client', words)
  const { rows } = await sql<{ id: string }>`
    select distinct id from (${idsFound('client', words, lead, { most: fewClients + 1 })}) as found`.execute(
    db,
  )
  return rows.length > fewClients
    ? sql<SqlBool>`${sql.join(holds('client', words), sql` and `)}`
    : sql<SqlBool>`session.client_id = any(${rows.map(({ id }) => id)}::uuid[])`
}

const said = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .select(['session.id', 'session.sessionDate', 'client.name as clientName'])
    .select('sessionDefinition.name as sessionDefinitionName')
    .where(
      sql<SqlBool>`(session.transcribed_text_raw is not null or session.transcribed_text_scripted is not null)`,
    )
    .orderBy('session.sessionDate', 'desc')
    .orderBy('session.id', 'desc')
    .limit(mostSessionsToTry)
