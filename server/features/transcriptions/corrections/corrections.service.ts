import { isDeepStrictEqual } from 'node:util'
import { isUnderWay, type Segment } from '#contract/transcriptions.ts'
import type { SpokenLine } from '#contract/transcripts.ts'
import { lockSession, requireSessionChange } from '../../../platform/access.ts'
import { audit, auditOpening } from '../../audit/audit.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { recheckValues } from '../../analysis/evidence/recheck-values.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import {
  draftOf,
  draftVersionOf,
  firstSegmentsOf,
  keepCorrected,
  keepDraft,
  removeDraft,
  transcriptToCorrect,
} from './corrections.queries.ts'
import { latestTranscription } from '../transcription-rows.ts'

type Needs = Pick<Deps, 'db'>
type SaveNeeds = Pick<Deps, 'db' | 'installation'>

type ToSave = {
  segments: SpokenLine[]
  version?: number | undefined
  draftVersion?: number | undefined
}

/** Seconds by which an engine may hear the last word end after the recording does. */
const slack = 1

/**
 * Saves corrected lines as the present transcript and throws away the own draft of them; lines that are the present ones
 * are no change of it. Throws stale where somebody else saved since it was read or another window of the same person
 * went on with the draft, conflict without a transcript and while another one is being made, unprocessable where a line
 * is not in the recording.
 */
export const saveLines = (
  { db, installation: { timeZone } }: SaveNeeds,
  actor: Actor,
  sessionId: string,
  { segments, version, draftVersion }: ToSave,
) =>
  inTransaction(db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, sessionId)
    const present = await transcriptToCorrect(tx, sessionId)
    if (!present.segments) throw new AppError('conflict', 'There is no transcript to correct.')
    if (isUnderWay((await latestTranscription(tx, sessionId))?.status))
      throw new AppError(
        'conflict',
        'This recording is being transcribed again. What comes of it takes the place of these lines.',
      )
    // Whatever version was read: the answer to whoever saved them may have been lost.
    const isSaid = isDeepStrictEqual(segments, present.segments)
    if (!isSaid && version !== undefined && version !== present.version)
      throw staleError('transcript')
    const whose = { sessionId, userId: actor.userId }
    await requireOwnDraft(tx, whose, draftVersion)
    requireWithin(segments, endOf(present.segments, present.duration))
    await removeDraft(tx, whose)
    if (isSaid) return { version: present.version }
    const saved = await keepCorrected(tx, sessionId, segments)
    await audit(tx, actor, {
      action: 'transcript-changed',
      ...{ table: 'session', rowId: sessionId, clientId },
    })
    await recheckValues(tx, sessionId, timeZone)
    return { version: saved }
  })

/** Until when there may be lines: an engine's own may end after the recording does. */
const endOf = (segments: readonly Segment[], duration: number) =>
  duration > 0
    ? segments.reduce((last, { end }) => Math.max(last, end), duration) + slack
    : Number.POSITIVE_INFINITY

function requireWithin(segments: readonly SpokenLine[], end: number) {
  const beyond = segments.findIndex(
    (line) => line.end > end || line.words?.some((word) => word.end > end),
  )
  if (beyond < 0) return
  throw new AppError('unprocessable', `Line ${beyond + 1} ends after the recording.`)
}

/** What the machine heard, whatever a person made of it since. Counts as opening the transcript. */
export async function openFirst({ db }: Needs, actor: Actor, sessionId: string) {
  const { clientId } = await requireSessionChange(db, actor, sessionId)
  const segments = await firstSegmentsOf(db, sessionId)
  if (segments.length) await opened({ db }, actor, { sessionId, clientId })
  return { segments }
}

/** The own draft, or null; nobody else's. Counts as opening the transcript. */
export async function openDraft({ db }: Needs, actor: Actor, sessionId: string) {
  const { clientId } = await requireSessionChange(db, actor, sessionId)
  const draft = await draftOf(db, { sessionId, userId: actor.userId })
  if (!draft) return { draft: null }
  await opened({ db }, actor, { sessionId, clientId })
  return { draft: { ...draft, segments: draft.segments as Segment[] } }
}

const opened = ({ db }: Needs, actor: Actor, of: { sessionId: string; clientId: string }) =>
  auditOpening(db, actor, {
    action: 'transcript-opened',
    ...{ table: 'session', rowIds: [of.sessionId], clientId: of.clientId },
  })

/** Keeps the own corrections. Throws stale where another window of the same person went on with them. */
export const saveDraft = (
  { db }: Needs,
  actor: Actor,
  sessionId: string,
  draft: { segments: SpokenLine[]; transcriptVersion: number; version?: number | undefined },
) =>
  inTransaction(db, async (tx) => {
    await lockSession(tx, actor, sessionId)
    const whose = { sessionId, userId: actor.userId }
    const { version, segments, transcriptVersion } = draft
    const present = await draftVersionOf(tx, whose)
    if (version !== undefined && version !== present) throw wentOn()
    return keepDraft(tx, whose, { segments, transcriptVersion })
  })

/** Throws stale where another window of the same person went on with them. */
export const discardDraft = (
  { db }: Needs,
  actor: Actor,
  sessionId: string,
  draftVersion: number | undefined,
) =>
  inTransaction(db, async (tx) => {
    await lockSession(tx, actor, sessionId)
    const whose = { sessionId, userId: actor.userId }
    await requireOwnDraft(tx, whose, draftVersion)
    await removeDraft(tx, whose)
  })

/** Before a draft is removed: that it is the one that was read. One that is gone is nobody's loss. */
async function requireOwnDraft(
  tx: Db,
  whose: { sessionId: string; userId: string },
  version: number | undefined,
) {
  const present = await draftVersionOf(tx, whose)
  if (version !== undefined && present !== 0 && version !== present) throw wentOn()
}

const wentOn = () => new AppError('stale', 'Another window of yours went on with this draft.')
