import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../db/db.ts'
import { notFound } from '../errors.ts'

const publicColumns = ['id', 'name', 'version', 'isActive'] as const

/** What everybody who may run templates knows of them: never the prompts. */
export const templates = (db: Db) => listed(db).execute()

export const templatesWithPrompts = (db: Db) =>
  listed(db)
    .select(['description', 'systemPrompt', 'userPromptTemplate', 'createdAt', 'updatedAt'])
    .execute()

const listed = (db: Db) =>
  db
    .selectFrom('template')
    .select(publicColumns)
    .select((eb) => eb.ref('type').$castTo<TemplateType>().as('type'))
    .orderBy('type')
    .orderBy('createdAt')
    .orderBy('id')

export const templateToRun = (db: Db, id: string) =>
  db
    .selectFrom('template')
    .select(['id', 'name', 'isActive', 'systemPrompt', 'userPromptTemplate'])
    .select((eb) => eb.ref('type').$castTo<TemplateType>().as('type'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound('template'))
