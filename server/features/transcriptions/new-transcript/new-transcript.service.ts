import { lockSession, requireSessionChange } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { audit, auditOpening } from '../../audit/audit.ts'
import { transcriptToCorrect } from '../corrections/corrections.queries.ts'
import {
  deleteNewTranscript,
  findNewTranscript,
  replaceTranscript,
} from './new-transcript.queries.ts'

/** The new transcript beside the current one, or null. Audited as opening the transcript. */
export async function openNewTranscript({ db }: Pick<Deps, 'db'>, actor: Actor, sessionId: string) {
  const { clientId } = await requireSessionChange(db, actor, sessionId)
  const found = await findNewTranscript(db, sessionId)
  if (!found) return { newTranscript: null }
  await auditOpening(db, actor, {
    ...{ action: 'transcript-opened', table: 'session', rowIds: [sessionId] },
    clientId,
  })
  return { newTranscript: found }
}

/**
 * Replaces the transcript and its corrections by the new one; the conversation stays. Throws stale if another new one has
 * come, or somebody has corrected the current one since `version`.
 */
export const acceptNewTranscript = (
  deps: Pick<Deps, 'config' | 'db' | 'installation' | 'providers' | 'queue'>,
  actor: Actor,
  sessionId: string,
  { id, version }: { id: string; version?: number | undefined },
) =>
  inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, sessionId)
    const found = await requireNewTranscript(tx, sessionId, id)
    const current = await transcriptToCorrect(tx, sessionId)
    if (version !== undefined && version !== current.version) throw staleError('transcript')
    await deleteNewTranscript(tx, id)
    await audit(tx, actor, {
      ...{ action: 'transcript-replaced', table: 'session', rowId: sessionId },
      clientId,
    })
    await replaceTranscript(tx, deps, sessionId, found)
  })

/** Keeps the current transcript. */
export const discardNewTranscript = (
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  sessionId: string,
  id: string,
) =>
  inTransaction(db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, sessionId)
    await requireNewTranscript(tx, sessionId, id)
    await deleteNewTranscript(tx, id)
    await audit(tx, actor, {
      ...{ action: 'new-transcript-discarded', table: 'session', rowId: sessionId },
      clientId,
    })
  })

async function requireNewTranscript(tx: Db, sessionId: string, id: string) {
  const found = await findNewTranscript(tx, sessionId)
  if (!found) throw new AppError('not-found', 'There is no new transcript to choose.')
  if (found.id !== id) throw staleError('transcript')
  return found
}
