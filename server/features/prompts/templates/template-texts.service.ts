import type { z } from 'zod'
import type { proposeTemplateText } from '#contract/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { logged, note } from './log-template.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { changeTemplateRow, templateRow } from '../prompts.queries.ts'
import { requireKnown } from './require-known.ts'
import { insertText, templateText, textRow, waitingText } from './template-versions.queries.ts'

const words = ['version', 'systemPrompt', 'userPromptTemplate'] as const
type Words = Record<(typeof words)[number], string>

const changed = (before: Words, after: Words) => words.filter((it) => before[it] !== after[it])

/**
 * Keeps a text without using it: the template goes on with the one that it has. A text that is the present one, or waits
 * already, is answered again. Throws stale where somebody else changed the template since it was read.
 */
export const proposeText = (
  db: Db,
  actor: Actor,
  id: string,
  { readVersion, ...text }: z.output<typeof proposeTemplateText.body>,
) =>
  oneAtATime(db, async (tx) => {
    const before = await templateRow(tx, id)
    if (readVersion !== undefined && readVersion !== before.rowVersion) throw staleError('template')
    requireKnown(text, before)
    if (!changed(before, text).length) return textRow(tx, id, before.textNumber)
    const waiting = await waitingText(tx, id, text)
    if (waiting) return waiting
    const { number } = await insertText(tx, id, text, actor.userId)
    await note(tx, actor, 'template-text-proposed', before, { text: number })
    return textRow(tx, id, number)
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
  oneAtATime(db, async (tx) => {
    const before = await templateRow(tx, id)
    const { isUsed, version, systemPrompt, userPromptTemplate } = await templateText(tx, id, number)
    if (number === before.textNumber) return before
    const text = { version, systemPrompt, userPromptTemplate }
    await changeTemplateRow(tx, id, { ...text, changedBy: actor.userId })
    if (isUsed) return logged(tx, actor, id, ['template-restored'], { from: number })
    if (!before.isActive)
      return logged(tx, actor, id, ['template-changed'], {
        changed: changed(before, text).join(' '),
      })
    return logged(tx, actor, id, ['template-activated'], {
      insteadOfText: before.textNumber,
      ...(reason && { reason }),
    })
  })
