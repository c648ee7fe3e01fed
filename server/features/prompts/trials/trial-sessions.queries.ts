import { sql, type SqlBool } from 'kysely'
import { maxTrialSessions } from '#contract/prompts/prompt-trials.ts'
import type { Db } from '../../../platform/db/db.ts'
import { allOf, containsWords } from '../../../platform/lists/search.ts'

/** Sessions with a transcript or conversation, latest first; `q` searches the names and emails of clients. */
export const trialSessions = (db: Db, q?: string) =>
  said(db)
    .where(allOf(containsWords('client', q)))
    .execute()

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
    .limit(maxTrialSessions)
