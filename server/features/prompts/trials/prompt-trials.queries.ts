import { sql, type SqlBool } from 'kysely'
import { maxTrialSessions, maxTrialVersions } from '#contract/prompts/prompt-trials.ts'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { allOf, containsWords } from '../../../platform/lists/search.ts'

/** Sessions with a transcript or conversation, latest first; `q` searches the names and emails of clients. */
export const listTrialSessions = (db: Db, q?: string) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .select(['session.id', 'session.sessionDate', 'client.name as clientName'])
    .select('sessionDefinition.name as sessionDefinitionName')
    .where(
      sql<SqlBool>`(session.transcribed_text_raw is not null or session.transcribed_text_scripted is not null)`,
    )
    .where(allOf(containsWords('client', q)))
    .orderBy('session.sessionDate', 'desc')
    .orderBy('session.id', 'desc')
    .limit(maxTrialSessions)
    .execute()

/** `audioTranscript` is null if it was deleted with its session. */
export const getExecutionToTry = (db: Db, id: string) =>
  db
    .selectFrom('execution')
    .select(['id', 'sessionId', 'templateVersionId'])
    .select((eb) => [
      eb.ref('templateType').$castTo<TemplateType>().as('type'),
      sql<string | null>`input_data ->> 'audioTranscript'`.as('audioTranscript'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound('execution'))

/** Versions with the name of their template; of a deleted one, the name from its executions. */
const versions = (db: Db) =>
  db
    .selectFrom('templateVersion as text')
    .leftJoin('template', 'template.id', 'text.templateId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('execution')
          .select(['execution.templateType', 'execution.templateName'])
          .whereRef('execution.templateVersionId', '=', 'text.id')
          .limit(1)
          .as('ran'),
      (join) => join.onTrue(),
    )
    .select(['text.id', 'text.number', 'text.version'])
    .select((eb) =>
      eb.fn
        .coalesce('template.name', 'ran.templateName', sql<string>`'Deleted'`)
        .as('templateName'),
    )

export const findTrialVersion = (db: Db, id: string) =>
  versions(db)
    .select(['text.templateId', 'text.systemPrompt', 'text.userPromptTemplate'])
    .select((eb) => eb.fn.coalesce('template.type', 'ran.templateType').as('type'))
    .where('text.id', '=', id)
    .executeTakeFirst()

/** The version of the execution first, then that of the active template, then others of the type, newest first. */
export async function listTrialVersions(db: Db, executionId: string) {
  const { type, templateVersionId: own } = await getExecutionToTry(db, executionId)
  return versions(db)
    .select((eb) => [
      eb('text.id', 'is not distinct from', own).$castTo<boolean>().as('isOwn'),
      sql<boolean>`coalesce(template.is_active and template.version_number = text.number, false)`.as(
        'isActive',
      ),
    ])
    .where((eb) => eb.or([eb('template.type', '=', type), eb('text.id', '=', own)]))
    .orderBy('isOwn', 'desc')
    .orderBy('isActive', 'desc')
    .orderBy('text.createdAt', 'desc')
    .orderBy('text.id')
    .limit(maxTrialVersions)
    .execute()
}

/** The active one first. */
export const listAiProviders = (db: Db) =>
  db
    .selectFrom('integration')
    .select(['id', 'provider', 'isActive'])
    .where('type', '=', 'ai_analysis')
    .orderBy('isActive', 'desc')
    .orderBy('provider')
    .orderBy('id')
    .execute()
