import { isDeepStrictEqual } from 'node:util'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import type { SpokenLine } from '#contract/sessions/transcripts.ts'
import { lockSession, requireSessionChange } from '../../../platform/access.ts'
import { audit, auditOpening } from '../../audit/audit.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { markUrgentLines } from '../../questionnaires/safety-marks/raise-mark.ts'
import { recheckValues } from '../../analysis/evidence/recheck-values.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import {
  findDraft,
  getDraftVersion,
  getOriginalSegments,
  saveCorrected,
  upsertDraft,
  deleteDraft,
  transcriptToCorrect,
} from './corrections.queries.ts'

type Needs = Pick<Deps, 'db'>
type SaveNeeds = Pick<Deps, 'config' | 'db' | 'installation' | 'providers' | 'queue'>

type Corrections = {
  segments: SpokenLine[]
  version?: number | undefined
  draftVersion?: number | undefined
}

/** Engines may report the end of the last word up to so many seconds after the end of the recording. */
const toleranceSeconds = 1

/**
 * Saves corrected lines as the transcript and deletes the draft. Throws stale if another user saved in the meantime or
 * another window changed the draft, conflict without a transcript, unprocessable if a line
 * ends after the recording.
 */
export const saveCorrections = (
  deps: SaveNeeds,
  actor: Actor,
  sessionId: string,
  { segments, version, draftVersion }: Corrections,
) =>
  inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, sessionId)
    const current = await transcriptToCorrect(tx, sessionId)
    if (!current.segments)
      throw new AppError('conflict', 'This session has no transcript to correct.')
    // Lines saved already are no conflict: the response to the first request may have been lost.
    const isUnchanged = isDeepStrictEqual(segments, current.segments)
    if (!isUnchanged && version !== undefined && version !== current.version)
      throw staleError('transcript')
    const key = { sessionId, userId: actor.userId }
    await requireOwnDraft(tx, key, draftVersion)
    requireWithin(segments, maxEnd(current.segments, current.duration))
    await deleteDraft(tx, key)
    if (isUnchanged) return { version: current.version }
    const saved = await saveCorrected(tx, sessionId, segments)
    await audit(tx, actor, {
      action: 'transcript-changed',
      table: 'session',
      rowId: sessionId,
      clientId,
    })
    await recheckValues(tx, sessionId, deps.installation.timeZone)
    await markUrgentLines(tx, deps, sessionId)
    return { version: saved }
  })

/** The latest allowed end of a line; lines of the engine may end after the recording. */
const maxEnd = (segments: readonly Segment[], duration: number) =>
  duration > 0
    ? segments.reduce((last, { end }) => Math.max(last, end), duration) + toleranceSeconds
    : Number.POSITIVE_INFINITY

function requireWithin(segments: readonly SpokenLine[], end: number) {
  const beyond = segments.findIndex(
    (line) => line.end > end || line.words?.some((word) => word.end > end),
  )
  if (beyond < 0) return
  throw new AppError('unprocessable', `Line ${beyond + 1} ends after the recording.`)
}

/** The lines of the engine before any correction. Audited as opening the transcript. */
export async function openOriginal({ db }: Needs, actor: Actor, sessionId: string) {
  const { clientId } = await requireSessionChange(db, actor, sessionId)
  const segments = await getOriginalSegments(db, sessionId)
  if (segments.length) await auditOpened({ db }, actor, { sessionId, clientId })
  return { segments }
}

/** The actor's own draft, or null. Audited as opening the transcript. */
export async function openDraft({ db }: Needs, actor: Actor, sessionId: string) {
  const { clientId } = await requireSessionChange(db, actor, sessionId)
  const draft = await findDraft(db, { sessionId, userId: actor.userId })
  if (!draft) return { draft: null }
  await auditOpened({ db }, actor, { sessionId, clientId })
  return { draft: { ...draft, segments: draft.segments as Segment[] } }
}

const auditOpened = ({ db }: Needs, actor: Actor, of: { sessionId: string; clientId: string }) =>
  auditOpening(db, actor, {
    action: 'transcript-opened',
    table: 'session',
    rowIds: [of.sessionId],
    clientId: of.clientId,
  })

/** Throws stale if another window of the same user changed the draft. */
export const saveDraft = (
  { db }: Needs,
  actor: Actor,
  sessionId: string,
  draft: { segments: SpokenLine[]; transcriptVersion: number; version?: number | undefined },
) =>
  inTransaction(db, async (tx) => {
    await lockSession(tx, actor, sessionId)
    const key = { sessionId, userId: actor.userId }
    const { version, segments, transcriptVersion } = draft
    const current = await getDraftVersion(tx, key)
    if (version !== undefined && version !== current) throw draftChanged()
    return upsertDraft(tx, key, { segments, transcriptVersion })
  })

/** Throws stale if another window of the same user changed the draft. */
export const discardDraft = (
  { db }: Needs,
  actor: Actor,
  sessionId: string,
  draftVersion: number | undefined,
) =>
  inTransaction(db, async (tx) => {
    await lockSession(tx, actor, sessionId)
    const key = { sessionId, userId: actor.userId }
    await requireOwnDraft(tx, key, draftVersion)
    await deleteDraft(tx, key)
  })

/** Before a draft is deleted. One that no longer exists is fine. */
async function requireOwnDraft(
  tx: Db,
  key: { sessionId: string; userId: string },
  version: number | undefined,
) {
  const current = await getDraftVersion(tx, key)
  if (version !== undefined && current !== 0 && version !== current) throw draftChanged()
}

const draftChanged = () => new AppError('stale', 'This draft was changed in another window.')
