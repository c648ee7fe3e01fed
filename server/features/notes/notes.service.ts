import type { Deps } from '../../deps.ts'
import { staleError } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { audit } from '../audit/audit.ts'
import {
  addVersion,
  findNote,
  listNotesOfOthers,
  listVersions,
  lockNote,
  requireSubject,
  type Subject,
  updateNote,
} from './notes.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation'>
export async function getOwnNote(deps: Needs, { userId }: Actor, subject: Subject) {
  const own = { ...subject, userId }
  await requireSubject(deps.db, own)
  return {
    note: (await findNote(deps.db, own)) ?? null,
    isForNextCoach: deps.installation.notesForNextCoach,
  }
}

type NewText = { text: string; version?: number | undefined }

/**
 * Keeps the text before as a version: after ten minutes of typing, where most of it is removed, and always without a version
 * in the request. Throws stale for a version that is not the latest, unless the text is the same.
 */
export const saveOwnNote = (
  { db }: Pick<Needs, 'db'>,
  { userId }: Actor,
  subject: Subject,
  { text, version }: NewText,
) =>
  inTransaction(db, async (tx) => {
    const own = { ...subject, userId }
    await requireSubject(tx, own)
    const before = await lockNote(tx, own)
    if (before.text === text && before.version > 0) return before
    if (version !== undefined && version !== before.version) throw staleError('note')
    const isNewVersion =
      version === undefined || before.isNewVersion || text.length * 2 < before.text.length
    if (isNewVersion && before.text.trim()) await addVersion(tx, before)
    return updateNote(tx, before.id, text, isNewVersion)
  })

export async function listOwnVersions({ db }: Needs, { userId }: Actor, subject: Subject) {
  const own = { ...subject, userId }
  await requireSubject(db, own)
  return listVersions(db, own)
}

/** Nothing unless the setting is on. */
export async function listNotesOfFormerCoaches(
  { db, installation }: Needs,
  actor: Actor,
  { clientId, sessionId }: Subject,
) {
  const own = { clientId, sessionId, userId: actor.userId }
  await requireSubject(db, own)
  const found = installation.notesForNextCoach ? await listNotesOfOthers(db, own) : []
  if (found.length)
    await audit(db, actor, {
      action: 'former-notes-opened',
      table: sessionId === undefined ? 'client' : 'session',
      rowId: sessionId ?? clientId,
      clientId,
    })
  return found
}
