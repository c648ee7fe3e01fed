import { sql } from 'kysely'
import { maxReplayVersions } from '#contract/executions/executions.ts'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'

/** `audioTranscript` is null if it was deleted with its session. */
export const executionToReplay = (db: Db, id: string) =>
  db
    .selectFrom('execution')
    .leftJoin('session', 'session.id', 'execution.sessionId')
    .select(['execution.id', 'sessionId', 'templateVersionId', 'session.clientId'])
    .select((eb) => [
      eb.ref('templateType').$castTo<TemplateType>().as('templateType'),
      sql<string | null>`input_data ->> 'audioTranscript'`.as('audioTranscript'),
    ])
    .where('execution.id', '=', id)
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

export const versionToReplay = (db: Db, id: string) =>
  versions(db)
    .select(['text.templateId', 'text.systemPrompt', 'text.userPromptTemplate'])
    .select((eb) => eb.fn.coalesce('template.type', 'ran.templateType').as('type'))
    .where('text.id', '=', id)
    .executeTakeFirst()

/** The version of the execution first, then that of the active template, then others of the type, newest first. */
export const versionsToReplay = (db: Db, type: TemplateType, own: string | null) =>
  versions(db)
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
    .limit(maxReplayVersions)
    .execute()

/** Configured AI providers, the active one first. */
export const aiProviders = (db: Db) =>
  db
    .selectFrom('integration')
    .select(['id', 'provider', 'isActive'])
    .where('type', '=', 'ai_analysis')
    .orderBy('isActive', 'desc')
    .orderBy('provider')
    .orderBy('id')
    .execute()
