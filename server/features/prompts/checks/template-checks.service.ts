import { templateTypeLabel } from '#contract/prompts/prompts.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { goldenTranscriptsOfType } from './golden-transcripts.queries.ts'
import {
  findActiveTemplate,
  getTemplate,
  listTemplatesWithPrompts,
  getRunnableTemplate,
  withTemplateLock,
} from '../prompts.queries.ts'
import {
  hasCheckInProgress,
  insertCheck,
  lastChecks,
  latestCheck,
} from './template-checks.queries.ts'
import { getVersionWithPrompts } from '../templates/template-versions.queries.ts'

/**
 * Starts a check of a version, by default the current one, against the active template of its type. Returns the running
 * check if it is the same. Throws conflict if there is no golden transcript.
 */
export const startCheck = (
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  actor: Actor,
  id: string,
  number?: number,
) =>
  withTemplateLock(db, async (tx) => {
    const present = await getRunnableTemplate(tx, id)
    const { type } = present
    const versionId =
      number === undefined ? present.versionId : (await getVersionWithPrompts(tx, id, number)).id
    const transcripts = await goldenTranscriptsOfType(tx, type)
    if (!transcripts.length)
      throw new AppError(
        'conflict',
        `There are no golden transcripts for ${templateTypeLabel[type].toLowerCase()} yet. Add one first.`,
      )
    const active = await findActiveTemplate(tx, type)
    const againstId = active && active.versionId !== versionId ? active.versionId : null
    const begun = { templateId: id, versionId, againstId, type }
    if (!(await hasCheckInProgress(tx, begun))) {
      const checkId = await insertCheck(tx, { ...begun, transcripts })
      await queue.add(tx, 'check-template', { id: checkId })
      const details = { type, transcripts: transcripts.length }
      await audit(tx, actor, { action: 'template-checked', table: 'template', rowId: id, details })
    }
    const check = await latestCheck(tx, id, number)
    if (!check) throw new Error('The check was deleted in the meantime.')
    return check
  })

export async function readCheck(db: Db, id: string, number?: number) {
  await getTemplate(db, id)
  return latestCheck(db, id, number)
}

/** All templates with the result of their latest check. */
export async function templatesWithChecks(db: Db) {
  const [rows, checks] = await Promise.all([listTemplatesWithPrompts(db), lastChecks(db)])
  return rows.map((it) => ({ ...it, lastCheck: checks.get(it.id) ?? null }))
}
