import type { z } from 'zod'
import { type goldenForm, maxGoldenTranscripts } from '#contract/prompts/golden-transcripts.ts'
import { type TemplateType, templateTypeLabel } from '#contract/prompts/prompts.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type VersionedRow, staleError } from '../../../platform/db/row-version.ts'
import { AppError } from '../../../platform/errors.ts'
import { withTemplateLock } from '../prompts.queries.ts'
import { createOnce } from '../../../platform/http/idempotency.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import {
  updateGoldenTranscript,
  countGoldenTranscripts,
  deleteGoldenTranscriptRow,
  getGoldenTranscript,
  insertGoldenTranscript,
} from './golden-transcripts.queries.ts'

type Form = z.output<typeof goldenForm>

/** Throws conflict if its type already has the maximum number. */
export const createGoldenTranscript = (db: Db, actor: Actor, form: Form) =>
  withTemplateLock(db, async (tx) => {
    const made = await createOnce(tx, actor, async (id) => {
      await requireRoom(tx, form.type)
      await insertGoldenTranscript(tx, { ...form, id })
      await note(tx, actor, 'golden-transcript-created', { id, type: form.type })
    })
    return getGoldenTranscript(tx, made)
  })

/** Throws stale if it has changed since it was read. */
export const editGoldenTranscript = (db: Db, actor: Actor, read: VersionedRow, form: Form) =>
  withTemplateLock(db, async (tx) => {
    const before = await getGoldenTranscript(tx, read.id)
    if (before.type !== form.type) await requireRoom(tx, form.type)
    if (!(await updateGoldenTranscript(tx, read, form))) throw staleError('golden transcript')
    await note(tx, actor, 'golden-transcript-changed', { id: read.id, type: form.type })
    return getGoldenTranscript(tx, read.id)
  })

export const deleteGoldenTranscript = (db: Db, actor: Actor, id: string) =>
  withTemplateLock(db, async (tx) => {
    const { type } = await getGoldenTranscript(tx, id)
    await deleteGoldenTranscriptRow(tx, id)
    await note(tx, actor, 'golden-transcript-deleted', { id, type })
    return { id }
  })

async function requireRoom(tx: Db, type: TemplateType) {
  if ((await countGoldenTranscripts(tx, type)) >= maxGoldenTranscripts)
    throw new AppError(
      'conflict',
      `There are already ${maxGoldenTranscripts} golden transcripts for ${templateTypeLabel[type].toLowerCase()}. Delete one first.`,
    )
}

type Action = Extract<Parameters<typeof audit>[2]['action'], `golden-transcript-${string}`>
type Of = { id: string; type: TemplateType }

const note = (tx: Db, actor: Actor, action: Action, { id, type }: Of) =>
  audit(tx, actor, { action, table: 'golden_transcript', rowId: id, details: { type } })
