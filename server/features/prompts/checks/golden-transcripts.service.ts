import type { z } from 'zod'
import { type goldenForm, mostGoldenTranscripts } from '#contract/golden-transcripts.ts'
import { type TemplateType, templateTypeLabel } from '#contract/prompts.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type VersionedRow, staleError } from '../../../platform/db/row-version.ts'
import { AppError } from '../../../platform/errors.ts'
import { createOnce } from '../../../platform/http/idempotency.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import {
  changeGolden,
  countOfType,
  deleteGolden,
  goldenRow,
  insertGolden,
  isGolden,
} from './golden-transcripts.queries.ts'
import { oneAtATime } from '../templates/one-at-a-time.ts'

type Form = z.output<typeof goldenForm>

/** Throws conflict where its type has as many as a check takes. */
export const createGolden = (db: Db, actor: Actor, form: Form) =>
  oneAtATime(db, async (tx) => {
    const made = await createOnce(tx, actor, async (id) => {
      await requireRoom(tx, form.type)
      await insertGolden(tx, { ...form, id })
      await note(tx, actor, 'golden-transcript-created', { id, type: form.type })
    })
    return goldenRow(tx, made)
  })

/** Throws stale where somebody else changed it since it was read. */
export const editGolden = (db: Db, actor: Actor, read: VersionedRow, form: Form) =>
  oneAtATime(db, async (tx) => {
    const before = await goldenRow(tx, read.id)
    if (before.type !== form.type) await requireRoom(tx, form.type)
    if (!(await changeGolden(tx, read, form))) {
      if (!(await isGolden(tx, read.id, form))) throw staleError('golden transcript')
      return before
    }
    await note(tx, actor, 'golden-transcript-changed', { id: read.id, type: form.type })
    return goldenRow(tx, read.id)
  })

export const removeGolden = (db: Db, actor: Actor, id: string) =>
  oneAtATime(db, async (tx) => {
    const { type } = await goldenRow(tx, id)
    await deleteGolden(tx, id)
    await note(tx, actor, 'golden-transcript-deleted', { id, type })
    return { id }
  })

async function requireRoom(tx: Db, type: TemplateType) {
  if ((await countOfType(tx, type)) >= mostGoldenTranscripts)
    throw new AppError(
      'conflict',
      `There are ${mostGoldenTranscripts} golden transcripts for ${templateTypeLabel[type].toLowerCase()} already. Delete one first.`,
    )
}

type Action = Extract<Parameters<typeof audit>[2]['action'], `golden-transcript-${string}`>
type Of = { id: string; type: TemplateType }

const note = (tx: Db, actor: Actor, action: Action, { id, type }: Of) =>
  audit(tx, actor, { action, table: 'golden_transcript', rowId: id, details: { type } })
