import type { z } from 'zod'
import type { saveTemplateDraft } from '#contract/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { auditTemplateActions, auditTemplate } from './audit-template.ts'
import { updateTemplateRow, getTemplate, withTemplateLock } from '../prompts.queries.ts'
import { assertKnownPlaceholders } from './assert-known-placeholders.ts'
import {
  insertDraft,
  getVersionWithPrompts,
  getVersion,
  findDraft,
} from './template-versions.queries.ts'

const words = ['version', 'systemPrompt', 'userPromptTemplate'] as const
type Words = Record<(typeof words)[number], string>

const changed = (before: Words, after: Words) => words.filter((it) => before[it] !== after[it])

/**
 * Keeps a text without using it: the template goes on with the one that it has. A text that is the present one, or waits
 * already, is answered again. Throws stale where somebody else changed the template since it was read.
 */
export const saveDraft = (
  db: Db,
  actor: Actor,
  id: string,
  { readVersion, ...text }: z.output<typeof saveTemplateDraft.body>,
) =>
  withTemplateLock(db, async (tx) => {
    const before = await getTemplate(tx, id)
    if (readVersion !== undefined && readVersion !== before.rowVersion) throw staleError('template')
    assertKnownPlaceholders(text, before)
    if (!changed(before, text).length) return getVersion(tx, id, before.versionNumber)
    const waiting = await findDraft(tx, id, text)
    if (waiting) return waiting
    const { number } = await insertDraft(tx, id, text, actor.userId)
    await auditTemplate(tx, actor, 'template-text-proposed', before, { version: number })
    return getVersion(tx, id, number)
  })

/**
 * Makes a text the present one. One that was used before becomes a new text, and those between stay; one that waited
 * becomes the present one itself. Used for the first time by the active template it counts as an activation: the log says
 * what its check came to, and the reason.
 */
export const restoreTemplateVersion = (
  db: Db,
  actor: Actor,
  { id, number }: { id: string; number: number },
  reason?: string,
) =>
  withTemplateLock(db, async (tx) => {
    const before = await getTemplate(tx, id)
    const { isUsed, version, systemPrompt, userPromptTemplate } = await getVersionWithPrompts(
      tx,
      id,
      number,
    )
    if (number === before.versionNumber) return before
    const text = { version, systemPrompt, userPromptTemplate }
    await updateTemplateRow(tx, id, { ...text, changedBy: actor.userId })
    if (isUsed) return auditTemplateActions(tx, actor, id, ['template-restored'], { from: number })
    if (!before.isActive)
      return auditTemplateActions(tx, actor, id, ['template-changed'], {
        changed: changed(before, text).join(' '),
      })
    return auditTemplateActions(tx, actor, id, ['template-activated'], {
      insteadOfVersion: before.versionNumber,
      ...(reason && { reason }),
    })
  })
