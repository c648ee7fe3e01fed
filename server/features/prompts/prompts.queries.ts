import type { Insertable, Updateable } from 'kysely'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Template } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'

const publicColumns = [
  'template.id',
  'template.name',
  'template.version',
  'template.isActive',
] as const

const withPrompts = [
  ...publicColumns,
  'template.description',
  'template.systemPrompt',
  'template.userPromptTemplate',
  'template.versionNumber',
  'template.rowVersion',
  'template.createdAt',
  'template.updatedAt',
] as const

const typed = (db: Db) =>
  db
    .selectFrom('template')
    .select((eb) => eb.ref('template.type').$castTo<TemplateType>().as('type'))

/** Public fields for users who may run templates, without the prompts. */
export const listTemplates = (db: Db) => inOrder(typed(db).select(publicColumns)).execute()

export const listTemplatesWithPrompts = (db: Db) => inOrder(typed(db).select(withPrompts)).execute()

const inOrder = <Rows extends { orderBy: (by: 'type' | 'createdAt' | 'id') => Rows }>(rows: Rows) =>
  rows.orderBy('type').orderBy('createdAt').orderBy('id')

export const getTemplate = (db: Db, id: string) =>
  typed(db)
    .select(withPrompts)
    .where('template.id', '=', id)
    .executeTakeFirstOrThrow(notFound('template'))

/** A template with its current version. */
export const getRunnableTemplate = (db: Db, id: string) =>
  runnable(db).where('template.id', '=', id).executeTakeFirstOrThrow(notFound('template'))

/** The active template of a type, if any. */
export const findActiveTemplate = (db: Db, type: TemplateType) =>
  runnable(db)
    .where('template.type', '=', type)
    .where('template.isActive', '=', true)
    .executeTakeFirst()

const runnable = (db: Db) =>
  typed(db)
    .innerJoin('templateVersion', (join) =>
      join
        .onRef('templateVersion.templateId', '=', 'template.id')
        .onRef('templateVersion.number', '=', 'template.versionNumber'),
    )
    .select(['template.id', 'template.name', 'template.isActive'])
    .select(['templateVersion.id as versionId', 'templateVersion.systemPrompt'])
    .select('templateVersion.userPromptTemplate')

export const insertTemplate = (tx: Db, values: Insertable<Template>) =>
  tx.insertInto('template').values(values).execute()

export const updateTemplateRow = (tx: Db, id: string, values: Updateable<Template>) =>
  tx.updateTable('template').set(values).where('id', '=', id).execute()

export const deleteTemplateRow = (tx: Db, id: string) =>
  tx.deleteFrom('template').where('id', '=', id).execute()

/** Deactivates the active template of a type. Returns it, if there was one. */
export const deactivateTemplate = (tx: Db, type: TemplateType) =>
  tx
    .updateTable('template')
    .set({ isActive: false })
    .where('type', '=', type)
    .where('isActive', '=', true)
    .returning('id as insteadOf')
    .executeTakeFirst()

/** Serializes changes of templates. */
export const withTemplateLock = <T>(db: Db, work: (tx: Db) => Promise<T>) =>
  inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'templates')
    return work(tx)
  })
