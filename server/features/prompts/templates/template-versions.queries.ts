import type { Insertable } from 'kysely'
import { maxTemplateVersions } from '#contract/prompts/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { TemplateVersion } from '../../../platform/db/schema.ts'
import { notFound } from '../../../platform/errors.ts'

const versions = (db: Db, templateId: string) =>
  db
    .selectFrom('templateVersion as text')
    .leftJoin('user as author', 'author.id', 'text.authorId')
    .select(['text.id', 'text.number', 'text.version', 'text.createdAt'])
    .select('author.name as authorName')
    .select((eb) => eb('text.usedAt', 'is not', null).$castTo<boolean>().as('isUsed'))
    .where('text.templateId', '=', templateId)

/** The newest versions of a template, without their prompts. */
export const templateVersions = (db: Db, templateId: string) =>
  versions(db, templateId).orderBy('text.number', 'desc').limit(maxTemplateVersions).execute()

/** A version with its prompts. */
export const getVersion = (db: Db, templateId: string, number: number) =>
  versions(db, templateId)
    .where('text.number', '=', number)
    .executeTakeFirstOrThrow(notFound('text of this template'))

export const getVersionWithPrompts = (db: Db, templateId: string, number: number) =>
  versions(db, templateId)
    .select(['text.systemPrompt', 'text.userPromptTemplate'])
    .where('text.number', '=', number)
    .executeTakeFirstOrThrow(notFound('text of this template'))

type Words = Pick<Insertable<TemplateVersion>, 'version' | 'systemPrompt' | 'userPromptTemplate'>

/** The draft with exactly these prompts. */
export const findDraft = (db: Db, templateId: string, words: Words) =>
  versions(db, templateId)
    .where('text.usedAt', 'is', null)
    .where('text.version', '=', words.version)
    .where('text.systemPrompt', '=', words.systemPrompt)
    .where('text.userPromptTemplate', '=', words.userPromptTemplate)
    .executeTakeFirst()

/** Saves a version under the next number; the current version of the template stays. */
export const insertDraft = (tx: Db, templateId: string, words: Words, authorId: string) =>
  tx
    .insertInto('templateVersion')
    .values((eb) => ({
      ...words,
      templateId,
      authorId,
      number: eb
        .selectFrom('templateVersion as other')
        .select((of) => of(of.fn.max('other.number'), '+', 1).as('next'))
        .where('other.templateId', '=', templateId),
    }))
    .returning('number')
    .executeTakeFirstOrThrow()
