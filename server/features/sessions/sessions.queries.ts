import { type DeleteResult, sql } from 'kysely'
import type { SessionType } from '#contract/definitions/session-definition.ts'
import type { SessionDetail, SessionStatus } from '#contract/sessions/sessions.ts'
import {
  isInProgress,
  type Segment,
  type TranscriptionWarning,
  uncertainBelow,
} from '#contract/transcriptions/transcriptions.ts'
import { mayChangeClient } from '../../platform/access.ts'
import { getSpeakersToChoose } from '../analysis/evidence/evidence.queries.ts'
import { listBlockedWork } from '../consents/blocked-work.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../deps.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { feedbackForCoach } from '../feedback/feedback.queries.ts'
import { recordingOfSession } from '../recordings/recordings.queries.ts'
import {
  matchesVersion,
  isUnchanged,
  wasUpdated,
  type VersionedRow,
} from '../../platform/db/row-version.ts'
import { sessionRows, sessionStatus, withWeek } from './session-rows.ts'
import { noOrigin, type findOrigin } from './conversation-origin.queries.ts'
import { latestTranscription } from '../transcriptions/transcription-rows.ts'
import { cancelTranscriptions } from '../transcriptions/transcriptions.queries.ts'

const assignmentsGiven = sql<number>`(
  select count(*) from assignment where assignment.session_id = session.id
)`

const valuesToDecide = sql<number>`(
  select count(*) from analysis_value where analysis_value.session_id = session.id and analysis_value.decision is null
)`

const hasNewTranscript = sql<boolean>`exists (
  select from new_transcript where new_transcript.session_id = session.id
)`

const hasBurnoutRisk = sql<boolean>`exists (
  select from burnout_assessment
  where burnout_assessment.session_id = session.id and burnout_assessment.analysis_value_id is not null
)`

const safetyMark = sql<SessionDetail['safetyMark']>`(
  select jsonb_build_object('id', it.id, 'lines', it.lines) from safety_mark as it
  where it.session_id = session.id and it.acknowledged_at is null
)`

const hasUncertainWords = sql<boolean>`coalesce(
  jsonb_path_exists(session.segments, '$[*].words[*] ? (@.conf < ${sql.lit(uncertainBelow)})'), false)`

/**
 * The session with all that its drawer shows, with or without transcripts. Throws not-found for a session that the actor
 * may not change.
 */
export async function getSessionDetail(
  { db, installation, providers }: Pick<Deps, 'db' | 'installation' | 'providers'>,
  actor: Actor,
  id: string,
  transcripts: 'include' | 'omit',
) {
  const isWithTexts = transcripts === 'include'
  const session = await sessionRows(db, isWithTexts ? 'included' : 'omitted')
    .select([
      'client.name as clientName',
      'session.isKept',
      'session.durationMinutes as ownDurationMinutes',
      sql<SessionType | null>`session.session_type`.as('ownSessionType'),
      'session.joinAddress as ownJoinAddress',
      'session.place as ownPlace',
      assignmentsGiven.as('assignmentsGiven'),
      feedbackForCoach(actor).as('feedback'),
      valuesToDecide.as('valuesToDecide'),
      hasBurnoutRisk.as('hasBurnoutRisk'),
      hasUncertainWords.as('hasUncertainWords'),
      safetyMark.as('safetyMark'),
      'session.transcriptVersion',
      sql<boolean>`session.original_segments is not null`.as('isCorrected'),
      sql<TranscriptionWarning[]>`session.transcript_warnings`.as('transcriptWarnings'),
      hasNewTranscript.as('hasNewTranscript'),
    ])
    .$if(isWithTexts, (query) => query.select('session.segments'))
    .where('session.id', '=', id)
    .where((eb) => mayChangeClient(actor)(eb as never))
    .executeTakeFirstOrThrow(notFound('session'))
  const [recording, transcription, blocked, { speakers, clientSpeaker }] = await Promise.all([
    recordingOfSession(db, id),
    latestTranscription(db, id),
    listBlockedWork(db, providers, session.clientId),
    getSpeakersToChoose(db, id),
  ])
  return {
    ...withWeek(installation.timeZone)(session),
    segments: (session.segments ?? []) as Segment[],
    recording: recording ?? null,
    transcription: transcription ?? null,
    blocked,
    needsClientSpeaker: blocked.analysis === null && speakers.length > 0 && clientSpeaker === null,
  }
}

export const findStatus = (tx: Db, id: string) =>
  tx
    .selectFrom('session')
    .select(sessionStatus.as('status'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound('session'))

/** A blank text deletes the conversation. False if the version has changed. */
export const saveConversation = (
  tx: Db,
  read: VersionedRow,
  text: string,
  origin: Awaited<ReturnType<typeof findOrigin>>,
) =>
  wasUpdated(
    tx
      .updateTable('session')
      .set(
        text.trim() === ''
          ? { transcribedTextScripted: null, clientSpeaker: null, ...noOrigin }
          : {
              transcribedTextScripted: text,
              ...origin,
            },
      )
      .where(matchesVersion(read)),
  )

/** Completes a session whose conversation was written or checked by a person. */
export const completeIfChecked = (tx: Db, id: string) =>
  tx
    .updateTable('session')
    .set({ completedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('completedAt', 'is', null)
    .where('transcribedTextScripted', 'is not', null)
    .where((eb) =>
      eb.or([eb('conversationMadeBy', 'is', null), eb('conversationCheckedAt', 'is not', null)]),
    )
    .execute()

export const isSavedConversation = (tx: Db, id: string, text: string) =>
  isUnchanged(tx.selectFrom('session').select('id').where('id', '=', id), {
    transcribedTextScripted: text.trim() === '' ? null : text,
  })

/** Values that give a session each status. */
const notArchived = {
  archivedAt: null,
  cancelledAt: null,
  cancelledBy: null,
  isLateCancellation: false,
}
const timeColumns = {
  open: { completedAt: null, ...notArchived },
  completed: { completedAt: sql<string>`now()`, ...notArchived },
  archived: { archivedAt: sql<string>`now()` },
}
export const updateStatus = (tx: Db, id: string, status: Exclude<SessionStatus, 'scheduled'>) =>
  tx.updateTable('session').set(timeColumns[status]).where('id', '=', id).execute()

export const sessionToMove = (tx: Db, id: string) =>
  sessionRows(tx, 'omitted')
    .where('session.id', '=', id)
    .executeTakeFirstOrThrow(notFound('session'))

export const updateDetails = (
  tx: Db,
  id: string,
  own: {
    durationMinutes?: number | null
    sessionType?: SessionType | null
    joinAddress?: string | null
    place?: string | null
    clientSpeaker?: string
  },
) => tx.updateTable('session').set(own).where('id', '=', id).execute()

/** False if `dateVersion` has changed. */
export const updateSessionDate = (tx: Db, id: string, sessionDate: string, dateVersion?: number) =>
  wasUpdated(
    tx
      .updateTable('session')
      .set({ sessionDate })
      .where('id', '=', id)
      .$if(dateVersion !== undefined, (query) => query.where('dateVersion', '=', dateVersion ?? 0)),
  )

/**
 * Values found in a session belong to its week, with their history. A manual value stays if the other week already has
 * a manual one, which is not overwritten.
 */
export async function moveValues(
  tx: Db,
  { id, clientId }: { id: string; clientId: string },
  week: number,
) {
  await lockUntilCommit(tx, `values ${clientId}`)
  await sql`
    with moved as (
      update metric_value as it set week_number = ${week}
      where it.session_id = ${id} and it.week_number <> ${week} and not (
        it.source = 'manual' and exists (
          select from metric_value as there
          where there.client_id = it.client_id and there.metric_definition_id = it.metric_definition_id
            and there.week_number = ${week} and there.source = 'manual'))
      returning it.metric_definition_id
    )
    update metric_value_history as past set week_number = ${week}
    where past.session_id = ${id} and past.metric_definition_id in (select metric_definition_id from moved)
  `.execute(tx)
  await tx
    .updateTable('burnoutAssessment')
    .set({ weekNumber: week })
    .where('sessionId', '=', id)
    .where('weekNumber', '<>', week)
    .execute()
}

/** False if it was so already. */
export const updateKept = (tx: Db, id: string, isKept: boolean) =>
  wasUpdated(
    tx.updateTable('session').set({ isKept }).where('id', '=', id).where('isKept', '<>', isKept),
  )

export const unarchive = (tx: Db, id: string) =>
  tx.updateTable('session').set(notArchived).where('id', '=', id).execute()

export const updateCancelled = (tx: Db, id: string, by: string, isLate: boolean) =>
  tx
    .updateTable('session')
    .set({
      ...{ archivedAt: sql<string>`now()`, cancelledAt: sql<string>`now()` },
      ...{ cancelledBy: by, isLateCancellation: isLate },
    })
    .where('id', '=', id)
    .execute()

/** Who planned, moved, cancelled or restored it last. */
export const updateScheduleChange = (tx: Db, id: string, by: string) =>
  tx
    .updateTable('session')
    .set({ scheduleChangedAt: sql<string>`now()`, scheduleChangedBy: by })
    .where('id', '=', id)
    .execute()

export async function isBeingTranscribed(tx: Db, sessionId: string) {
  const latest = await latestTranscription(tx, sessionId)
  return isInProgress(latest?.status)
}

/**
 * A trigger queues the files for deletion, and transcriptions in progress are cancelled. Transcripts keep the id of their
 * recording, so that they are not taken for those of a later one. Returns how many were deleted.
 */
export async function deleteRecordings(tx: Db, queue: Queue, sessionIds: readonly string[]) {
  await cancelTranscriptions(tx, queue, sessionIds)
  await tx
    .updateTable('session')
    .from('recording')
    .set((eb) => ({ transcribedRecordingId: eb.ref('recording.id') }))
    .whereRef('recording.sessionId', '=', 'session.id')
    .where('session.id', 'in', sessionIds)
    .where('session.transcribedTextRaw', 'is not', null)
    .where('session.transcribedRecordingId', 'is', null)
    .execute()
  const removed = await tx.deleteFrom('recording').where('sessionId', 'in', sessionIds).execute()
  return deletedCount(removed)
}

/** Deletes sessions with their values; assignments stay in the plan. Returns the number of rows. */
export async function deleteSessions(tx: Db, ids: readonly string[]) {
  const values = await tx.deleteFrom('metricValue').where('sessionId', 'in', ids).execute()
  const sessions = await tx.deleteFrom('session').where('id', 'in', ids).execute()
  return deletedCount(values) + deletedCount(sessions)
}

const deletedCount = (removed: readonly DeleteResult[]) =>
  removed.reduce((sum, it) => sum + Number(it.numDeletedRows), 0)
