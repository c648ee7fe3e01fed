import { mostTemplateVersions } from '#contract/prompts.ts'
import type { Db } from '../db/db.ts'
import { notFound } from '../errors.ts'

const versions = (db: Db, templateId: string) =>
  db
    .selectFrom('templateVersion as text')
    .leftJoin('user as author', 'author.id', 'text.authorId')
    .select(['text.id', 'text.number', 'text.version', 'text.createdAt'])
    .select('author.name as authorName')
    .where('text.templateId', '=', templateId)

/** The newest texts of a template, without what they say. */
export const templateVersions = (db: Db, templateId: string) =>
  versions(db, templateId).orderBy('text.number', 'desc').limit(mostTemplateVersions).execute()

export const templateText = (db: Db, templateId: string, number: number) =>
  versions(db, templateId)
    .select(['text.systemPrompt', 'text.userPromptTemplate'])
    .where('text.number', '=', number)
    .executeTakeFirstOrThrow(notFound('text of this template'))
