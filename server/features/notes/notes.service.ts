import type { Note } from '#contract/notes/notes.ts'
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
type Saved = Pick<Note, 'text' | 'version' | 'savedAt'>

const toNote = (
  { installation }: Pick<Needs, 'installation'>,
  { text, version, savedAt }: Saved,
): Note => ({ text, version, savedAt, isForNextCoach: installation.notesForNextCoach })

export async function getOwnNote(deps: Needs, { userId }: Actor, subject: Subject) {
  const own = { ...subject, userId }
  await requireSubject(deps.db, own)
  const found = await findNote(deps.db, own)
  return toNote(deps, found ?? { text: '', version: 0, savedAt: null })
}

type NewText = { text: string; version?: number | undefined }

/**
 * Keeps the text before as a version: after ten minutes of typing, where most of it is removed, and always without a version
 * in the request. Throws stale for a version that is not the latest, unless the text is the same.
 */
export const saveOwnNote = (
  deps: Needs,
  { userId }: Actor,
  subject: Subject,
  { text, version }: NewText,
) =>
  inTransaction(deps.db, async (tx) => {
    const own = { ...subject, userId }
    await requireSubject(tx, own)
    const before = await lockNote(tx, own)
    if (before.text === text && before.version > 0) return toNote(deps, before)
    if (version !== undefined && version !== before.version) throw staleError('note')
    const isNewVersion =
      version === undefined || before.isNewVersion || text.length * 2 < before.text.length
    if (isNewVersion && before.text.trim()) await addVersion(tx, before)
    return toNote(deps, await updateNote(tx, before.id, text, isNewVersion))
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
