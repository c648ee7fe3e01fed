import type { z } from 'zod'
import type { saveTemplateDraft } from '#contract/prompts/prompts.ts'
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
 * Saves a version without using it. Returns the existing one if it equals the current version or a draft. Throws stale if
 * the template has changed since it was read.
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
 * Makes a version the current one. A version that was used before is copied to a new one; a draft becomes current itself.
 * The first use by the active template counts as an activation: the audit log has the result of its check and the
 * reason.
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
