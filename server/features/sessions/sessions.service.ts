import type { ParsedInput } from '#contract/endpoint.ts'
import { sessionCan, type SessionStatus, type updateSession } from '#contract/sessions/sessions.ts'
import { lockSession, requireSessionDay } from '../../platform/access.ts'
import { type AuditEvent, audit, auditEach, auditPlan, auditTranscripts } from '../audit/audit.ts'
import { whyBlocked } from '../consents/blocked-work.ts'
import type { Db } from '../../platform/db/db.ts'
import { emptyToNull } from '../../platform/db/storable-values.ts'
import { announce } from '../../platform/db/notify.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { markUrgentLines } from '../questionnaires/safety-marks/raise-mark.ts'
import { recheckValues } from '../analysis/evidence/recheck-values.ts'
import { type VersionedRow, staleError } from '../../platform/db/row-version.ts'
import { requireAllowedRoom } from './join-session.service.ts'
import { getTopic } from '../transcriptions/transcription-rows.ts'
import { cancelBriefs } from '../briefs/briefs.queries.ts'
import { moveSession } from './move-session.ts'
import { notifyOfSchedule } from './notify-of-schedule.ts'
import { confirmConversation, findOrigin } from './conversation-origin.queries.ts'
import {
  cancelAnalysis,
  enqueueAutomaticAnalysis,
  outdateAnalysis,
} from './analysis-queue.queries.ts'
import {
  updateStatus,
  isBeingTranscribed,
  isSavedConversation,
  unarchive,
  updateKept,
  updateScheduleChange,
  updateDetails,
  saveConversation,
  completeIfChecked,
  deleteRecordings,
  deleteSessions,
  getSessionDetail,
  findStatus,
} from './sessions.queries.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'installation' | 'queue' | 'providers'>
type ChosenStatus = Exclude<SessionStatus, 'scheduled'>

type Transcripts = 'include' | 'omit'
type Change = Omit<ParsedInput<typeof updateSession>['body'], 'version'>

/** Audited as opening the transcripts if they are included. */
export async function openSession(deps: Needs, actor: Actor, id: string, transcripts: Transcripts) {
  const session = await getSessionDetail(deps, actor, id, transcripts)
  await auditPlan(deps.db, actor, session.clientId)
  await auditTranscripts(deps.db, actor, session.clientId, [session])
  return session
}

/**
 * Makes the changes that are given, in this order, in one transaction. Throws stale if the conversation or the date has changed
 * since it was read, conflict if `sessionCan` or `moveError` forbids the change.
 */
export async function changeSession(
  deps: Needs,
  actor: Actor,
  read: VersionedRow,
  change: Change,
  transcripts: Transcripts,
) {
  await inTransaction(deps.db, async (tx) => {
    const session = await lockSession(tx, actor, read.id)
    const at: Changing = { deps, tx, actor, read, session }
    if (change.transcribedTextScripted !== undefined)
      await changeConversation(at, change.transcribedTextScripted)
    if (change.isConversationChecked) await checkConversation(at)
    if (change.clientSpeaker !== undefined) await chooseClientSpeaker(at, change.clientSpeaker)
    if (change.sessionDate !== undefined)
      await changeDate(at, change.sessionDate, change.dateVersion)
    await changeDetails(at, change)
    if (change.isKept !== undefined) await keepSession(at, change.isKept)
    if (change.isArchived === false) await undoArchive(at)
    if (change.status !== undefined) await changeStatus(at, change.status)
    if (at.isRescheduled) await recordSchedule(at)
  })
  return openSession(deps, actor, read.id, transcripts)
}

type Changing = {
  deps: Needs
  tx: Db
  actor: Actor
  read: VersionedRow
  session: Awaited<ReturnType<typeof lockSession>>
  /** Its time, length or place in the calendar has changed. */
  isRescheduled?: true
}

async function recordSchedule({ deps, tx, actor, read: { id } }: Changing) {
  await updateScheduleChange(tx, id, actor.userId)
  await notifyOfSchedule(tx, deps, { ids: [id], by: actor.userId })
}

const auditSession = (
  { tx, actor, read: { id }, session: { clientId } }: Changing,
  action: AuditEvent['action'],
  details?: AuditEvent['details'],
) =>
  audit(tx, actor, { action, table: 'session', rowId: id, clientId, ...(details && { details }) })

async function changeConversation(at: Changing, text: string) {
  const { deps, tx, actor, read, session } = at
  const { id } = read
  const { queue, providers, installation } = deps
  if (text.trim() !== '') requireSessionDay(session, installation.timeZone)
  if (!(await saveConversation(tx, read, text, await findOrigin(tx, id, text, actor.userId)))) {
    // Already saved is no conflict: the first response may have been lost.
    if (await isSavedConversation(tx, id, text)) return
    throw staleError('conversation')
  }
  await auditSession(at, 'conversation-saved')
  await completeIfChecked(tx, id)
  await recheckValues(tx, id, installation.timeZone)
  await markUrgentLines(tx, deps, id)
  await outdateAnalysis(tx, queue, id)
  if ((await whyBlocked(tx, providers, session.clientId, 'ai_analysis')) === null)
    await enqueueAutomaticAnalysis(tx, queue, actor, {
      sessionId: id,
      types: installation.afterConversation,
    })
}

async function checkConversation(at: Changing) {
  const { tx, actor, read } = at
  if (!(await confirmConversation(tx, read, actor.userId))) throw staleError('conversation')
  await auditSession(at, 'conversation-checked')
  await completeIfChecked(tx, read.id)
}

async function chooseClientSpeaker(at: Changing, clientSpeaker: string) {
  const { deps, tx, read } = at
  await updateDetails(tx, read.id, { clientSpeaker })
  await auditSession(at, 'client-speaker-chosen')
  await recheckValues(tx, read.id, deps.installation.timeZone)
}

async function changeDetails(
  at: Changing,
  { durationMinutes, sessionType, joinAddress, place }: Change,
) {
  requireAllowedRoom(joinAddress, at.deps.installation)
  const meeting = {
    ...(durationMinutes !== undefined && { durationMinutes }),
    ...(sessionType !== undefined && { sessionType }),
  }
  const details = {
    ...meeting,
    ...(joinAddress !== undefined && { joinAddress }),
    ...(place !== undefined && { place }),
  }
  if (!Object.keys(details).length) return
  await updateDetails(at.tx, at.read.id, emptyToNull(details))
  if (Object.keys(meeting).length) at.isRescheduled = true
}

async function keepSession(at: Changing, isKept: boolean) {
  if (await updateKept(at.tx, at.read.id, isKept))
    await auditSession(at, isKept ? 'session-kept' : 'session-released')
}

async function changeStatus(at: Changing, to: ChosenStatus) {
  const { status: from } = await findStatus(at.tx, at.read.id)
  if (from === to) return
  requireAllowed(from, to)
  await updateStatus(at.tx, at.read.id, to)
  if (from === 'archived' || to === 'archived') at.isRescheduled = true
  await auditSession(at, 'session-changed', { from, to })
}

async function changeDate(at: Changing, sessionDate: string, dateVersion: number | undefined) {
  const { deps, tx, actor, read, session } = at
  const { clientId } = session
  if (await moveSession(tx, deps, actor, { id: read.id, clientId, sessionDate, dateVersion }))
    at.isRescheduled = true
}

/** Restores the status before archiving. */
async function undoArchive(at: Changing) {
  const { tx, read } = at
  const { status: from } = await findStatus(tx, read.id)
  if (from !== 'archived') return
  await unarchive(tx, read.id)
  at.isRescheduled = true
  const { status: to } = await findStatus(tx, read.id)
  await auditSession(at, 'session-changed', { from, to })
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
  const clientBySession = new Map(sessions.map(({ id, clientId }) => [id, clientId]))
  const ids = [...clientBySession.keys()]
  const recordings = await deleteRecordings(tx, queue, ids)
  if (recordings) await queue.add(tx, 'sweep', {})
  // Before the sessions are gone, so that the entries have their dates.
  await auditEach(tx, actor, ids, (id) => ({
    ...{ action: 'session-deleted', table: 'session', rowId: id },
    clientId: clientBySession.get(id) ?? '',
  }))
  await notifyOfSchedule(tx, { queue }, { ids, by: actor.userId ?? null, isDeletion: true })
  await cancelAnalysis(tx, queue, ids)
  await cancelBriefs(tx, queue, ids)
  const others = await deleteSessions(tx, ids)
  for (const id of ids) await announce(tx, getTopic(id))
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
