import type { ParsedInput } from '#contract/endpoint.ts'
import { moveError } from '#contract/plans/schedule.ts'
import { sessionCan, type SessionStatus, type updateSession } from '#contract/sessions/sessions.ts'
import { sessionDateError, weekNumberAt } from '#contract/rules/weeks.ts'
import { lockSession, requireSessionDay } from '../../platform/access.ts'
import { audit, auditEach, auditPlan, auditTranscripts } from '../audit/audit.ts'
import { whyBlocked } from '../consents/blocked-work.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/notify.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { markUrgentLines } from '../questionnaires/safety-marks/raise-mark.ts'
import { recheckValues } from '../analysis/evidence/recheck-values.ts'
import { type VersionedRow, staleError } from '../../platform/db/row-version.ts'
import { topicOf } from '../transcriptions/transcription-rows.ts'
import { cancelBriefs } from '../briefs/briefs.queries.ts'
import { confirmConversation, originOf } from './conversation-origin.queries.ts'
import {
  cancelAnalysis,
  enqueueAutomaticAnalysis,
  outdateAnalysis,
} from './analysis-queue.queries.ts'
import {
  updateStatus,
  isBeingTranscribed,
  isSavedConversation,
  sessionToMove,
  updateSessionDate,
  moveValues,
  unarchive,
  updateKept,
  updateDetails,
  saveConversation,
  completeIfChecked,
  deleteRecordings,
  deleteSessions,
  sessionDetailOf,
  statusOf,
} from './sessions.queries.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'installation' | 'queue' | 'providers'>
type ChosenStatus = Exclude<SessionStatus, 'scheduled'>

type Transcripts = 'include' | 'omit'
type Change = Omit<ParsedInput<typeof updateSession>['body'], 'version'>

/** Audited as opening the transcripts if they are included. */
export async function openSession(deps: Needs, actor: Actor, id: string, transcripts: Transcripts) {
  const session = await sessionDetailOf(deps, actor, id, transcripts)
  await auditPlan(deps.db, actor, session.clientId)
  await auditTranscripts(deps.db, actor, session.clientId, [session])
  return session
}

/**
 * Saves the conversation, moves the session, then changes the status. Throws stale if the conversation or the date has
 * changed since it was read, conflict if `sessionCan` or `moveError` forbids the change.
 */
export async function changeSession(
  deps: Needs,
  actor: Actor,
  read: VersionedRow,
  change: Change,
  transcripts: Transcripts,
) {
  const { id } = read
  await inTransaction(deps.db, async (tx) => {
    const { clientId, ...session } = await lockSession(tx, actor, id)
    const log = { table: 'session', rowId: id, clientId }
    if (change.transcribedTextScripted !== undefined) {
      const text = change.transcribedTextScripted
      if (text.trim() !== '') requireSessionDay(session, deps.installation.timeZone)
      if (await saveConversation(tx, read, text, await originOf(tx, id, text, actor.userId))) {
        await audit(tx, actor, { action: 'conversation-saved', ...log })
        await completeIfChecked(tx, id)
        await recheckValues(tx, id, deps.installation.timeZone)
        await markUrgentLines(tx, deps, id)
        await outdateAnalysis(tx, deps.queue, id)
        if ((await whyBlocked(tx, deps.providers, clientId, 'ai_analysis')) === null)
          await enqueueAutomaticAnalysis(tx, deps.queue, actor, {
            sessionId: id,
            types: deps.installation.afterConversation,
          })
        // Already saved is no conflict: the first response may have been lost.
      } else if (!(await isSavedConversation(tx, id, text))) throw staleError('conversation')
    }
    if (change.isConversationChecked) {
      if (!(await confirmConversation(tx, read, actor.userId))) throw staleError('conversation')
      await audit(tx, actor, { action: 'conversation-checked', ...log })
      await completeIfChecked(tx, id)
    }
    if (change.clientSpeaker !== undefined) {
      await updateDetails(tx, id, { clientSpeaker: change.clientSpeaker })
      await audit(tx, actor, { action: 'client-speaker-chosen', ...log })
      await recheckValues(tx, id, deps.installation.timeZone)
    }
    if (change.sessionDate !== undefined) {
      const weeks = await moveSession(deps, tx, id, change.sessionDate, change.dateVersion)
      if (weeks) await audit(tx, actor, { action: 'session-moved', ...log, details: weeks })
    }
    const { durationMinutes, sessionType } = change
    if (durationMinutes !== undefined || sessionType !== undefined)
      await updateDetails(tx, id, {
        ...(durationMinutes !== undefined && { durationMinutes }),
        ...(sessionType !== undefined && { sessionType }),
      })
    if (change.isKept !== undefined && (await updateKept(tx, id, change.isKept)))
      await audit(tx, actor, {
        action: change.isKept ? 'session-kept' : 'session-released',
        ...log,
      })
    if (change.isArchived === false) await undoArchive(tx, actor, log)
    if (change.status === undefined) return
    const { status } = await statusOf(tx, id)
    if (status === change.status) return
    requireAllowed(status, change.status)
    await updateStatus(tx, id, change.status)
    await audit(tx, actor, {
      action: 'session-changed',
      ...log,
      details: { from: status, to: change.status },
    })
  })
  return openSession(deps, actor, id, transcripts)
}

/** Returns the old and new week; undefined if nothing changes. Throws invalid, conflict or stale. */
async function moveSession(
  { installation: { timeZone } }: Needs,
  tx: Db,
  id: string,
  sessionDate: string,
  dateVersion: number | undefined,
) {
  const session = await sessionToMove(tx, id)
  const [from, to, now] = [new Date(session.sessionDate), new Date(sessionDate), new Date()]
  const plan = { createdAt: session.clientCreatedAt, timeZone }
  const impossible = sessionDateError(to, now, plan)
  if (impossible) throw new AppError('invalid', impossible, { sessionDate: impossible })
  const forbidden = moveError(session, to, now)
  if (forbidden) throw new AppError('conflict', forbidden)
  // Already moved is no conflict: the first response may have been lost.
  if (from.getTime() === to.getTime()) return undefined
  if (!(await updateSessionDate(tx, id, sessionDate, dateVersion))) throw staleError('date')
  const toWeek = weekNumberAt(to, plan)
  await moveValues(tx, session, toWeek)
  return { fromWeek: weekNumberAt(from, plan), toWeek }
}

/** Restores the status before archiving. */
async function undoArchive(
  tx: Db,
  actor: Actor,
  log: { table: string; rowId: string; clientId: string },
) {
  const { status: from } = await statusOf(tx, log.rowId)
  if (from !== 'archived') return
  await unarchive(tx, log.rowId)
  const { status: to } = await statusOf(tx, log.rowId)
  await audit(tx, actor, { action: 'session-changed', ...log, details: { from, to } })
}

const statusVerbs = {
  open: ['reopen', 'reopened'],
  completed: ['complete', 'completed'],
  archived: ['archive', 'archived'],
} as const

function requireAllowed(status: SessionStatus, wanted: ChosenStatus) {
  const [verb, participle] = statusVerbs[wanted]
  if (!sessionCan[verb]({ status }))
    throw new AppError('conflict', `A session that is ${status} cannot be ${participle}.`)
}

/** Deletes the session with its recording, transcripts and metric values; a running transcription ends. */
export async function deleteSession({ db, queue }: Needs, actor: Actor, id: string) {
  await inTransaction(db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    await deleteLockedSessions(tx, queue, actor, [{ id, clientId }])
  })
}

/** The same for several that the caller has locked. Returns the number of deleted rows. */
export async function deleteLockedSessions(
  tx: Db,
  queue: Deps['queue'],
  actor: Parameters<typeof audit>[1],
  sessions: readonly { id: string; clientId: string }[],
) {
  const clientOf = new Map(sessions.map(({ id, clientId }) => [id, clientId]))
  const ids = [...clientOf.keys()]
  const recordings = await deleteRecordings(tx, queue, ids)
  if (recordings) await queue.add(tx, 'sweep', {})
  // Before the sessions are gone, so that the entries have their dates.
  await auditEach(tx, actor, ids, (id) => ({
    ...{ action: 'session-deleted', table: 'session', rowId: id },
    clientId: clientOf.get(id) ?? '',
  }))
  await cancelAnalysis(tx, queue, ids)
  await cancelBriefs(tx, queue, ids)
  const others = await deleteSessions(tx, ids)
  for (const id of ids) await announce(tx, topicOf(id))
  return recordings + others
}

/** Transcripts stay. Throws conflict during a transcription, not-found without a recording. */
export async function deleteRecording(
  deps: Needs,
  actor: Actor,
  id: string,
  transcripts: Transcripts,
) {
  await inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    if (await isBeingTranscribed(tx, id))
      throw new AppError(
        'conflict',
        'This recording is being transcribed. Cancel the transcription first.',
      )
    if (!(await deleteRecordings(tx, deps.queue, [id])))
      throw new AppError('not-found', 'This session has no recording.')
    await deps.queue.add(tx, 'sweep', {})
    await audit(tx, actor, { action: 'recording-deleted', table: 'session', rowId: id, clientId })
  })
  return openSession(deps, actor, id, transcripts)
}
