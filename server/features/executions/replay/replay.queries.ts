import { sql } from 'kysely'
import { mostReplayTexts } from '#contract/executions.ts'
import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'

/** What a replay is made of. `audioTranscript` is null where what was said is gone. */
export const toReplay = (db: Db, id: string) =>
  db
    .selectFrom('execution')
    .select(['id', 'sessionId', 'templateVersionId'])
    .select((eb) => [
      eb.ref('templateType').$castTo<TemplateType>().as('templateType'),
      sql<string | null>`input_data ->> 'audioTranscript'`.as('audioTranscript'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound('execution'))

/** Texts are of the type that their template has; one whose template is gone is of that of what ran with it. */
const texts = (db: Db) =>
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

export const textToReplay = (db: Db, id: string) =>
  texts(db)
    .select(['text.templateId', 'text.systemPrompt', 'text.userPromptTemplate'])
    .select((eb) => eb.fn.coalesce('template.type', 'ran.templateType').as('type'))
    .where('text.id', '=', id)
    .executeTakeFirst()

/** Its own text first, then the present one of the active template, then those of templates of the type, newest first. */
export const textsToReplay = (db: Db, type: TemplateType, own: string | null) =>
  texts(db)
    .select((eb) => [
      eb('text.id', 'is not distinct from', own).$castTo<boolean>().as('isOwn'),
      sql<boolean>`coalesce(template.is_active and template.text_number = text.number, false)`.as(
        'isActive',
      ),
    ])
    .where((eb) => eb.or([eb('template.type', '=', type), eb('text.id', '=', own)]))
    .orderBy('isOwn', 'desc')
    .orderBy('isActive', 'desc')
    .orderBy('text.createdAt', 'desc')
    .orderBy('text.id')
    .limit(mostReplayTexts)
    .execute()

/** Who answers prompts here, the active one first. */
export const aiProviders = (db: Db) =>
  db
    .selectFrom('integration')
    .select(['id', 'provider', 'isActive'])
    .where('type', '=', 'ai_analysis')
    .orderBy('isActive', 'desc')
    .orderBy('provider')
    .orderBy('id')
    .execute()
