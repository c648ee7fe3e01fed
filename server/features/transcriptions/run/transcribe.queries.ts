import { sql } from 'kysely'
import {
  maxTranscriptionAttempts,
  type TranscriptionWarning,
  warningText,
} from '#contract/transcriptions/transcriptions.ts'
import type { Language } from '#contract/transcriptions/transcription-hints.ts'
import type { Deps } from '../../../deps.ts'
import { lockSessionRow } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { announce } from '../../../platform/db/notify.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RunningJob } from '../../../platform/jobs/job.ts'
import { formatRawText } from '../../../providers/transcript/transcript-text.ts'
import type { Transcript } from '../../../providers/transcription/transcriber.ts'
import { notifyCoach } from '../../sessions/notify-coach.ts'
import {
  hasTranscript,
  isOfPart,
  saveNewTranscript,
  replaceTranscript,
} from '../new-transcript/new-transcript.queries.ts'
import { getTopic } from '../transcription-rows.ts'
import { endTranscription, inProgress, noExternalJob } from '../transcriptions.queries.ts'

export type TranscriptionWork = NonNullable<Awaited<ReturnType<typeof findTranscription>>>

/** Undefined unless it is in progress. */
export const findTranscription = (db: Db, id: string) =>
  db
    .selectFrom('transcription')
    .select(['id', 'sessionId', 'speakers', 'integrationId', 'externalId'])
    .select(sql<Language | null>`language`.as('language'))
    .where('id', '=', id)
    .where('status', 'in', inProgress)
    .executeTakeFirst()

export const recordingToTranscribe = (db: Db, { sessionId }: { sessionId: string }) =>
  db
    .selectFrom('recording')
    .select(['id', 'integrationId', 'storageKey', 'hasSides', 'speakers'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()

/** How many others wait for longer. */
export async function countWaitingBefore(db: Db, { id }: TranscriptionWork) {
  const { count } = await db
    .selectFrom('transcription')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'waiting')
    .where('id', '<', id)
    .executeTakeFirstOrThrow()
  return count
}

export const attemptNote = (attempt: number) =>
  attempt > 1 ? `Trying again (${attempt} of ${maxTranscriptionAttempts})` : null

type Shown = { status: 'waiting' | 'running'; progress?: number; note: string | null }

/** What people see of it. */
export async function showTranscription(tx: Db, id: string, shown: Shown) {
  const row = await tx
    .updateTable('transcription')
    .set(shown)
    .where('id', '=', id)
    .returning('sessionId')
    .executeTakeFirst()
  if (row) await announce(tx, getTopic(row.sessionId))
}

export type ExternalJob = { integrationId: string; externalId: string }

/** Before data is sent, so that it can be deleted there. */
export const saveExternalJob = (
  db: Db,
  job: RunningJob,
  { id }: TranscriptionWork,
  externalJob: ExternalJob,
) =>
  inTransaction(db, async (tx) => {
    await job.requireClaim(tx)
    await tx.updateTable('transcription').set(externalJob).where('id', '=', id).execute()
  })

/** Also when the process stops: nobody else has this external job. What is stored of it is deleted. */
export const dropExternalJob = (db: Db, { id }: TranscriptionWork, externalId: string) =>
  db
    .updateTable('transcription')
    .set(noExternalJob)
    .where('id', '=', id)
    .where('externalId', '=', externalId)
    .execute()

type ExternalProgress = Partial<ExternalJob> & {
  /** Null: unknown. */
  progress: number | null
  askAgainMs: number
  note: string
}

/** Saves what an external job has come to, and queues the next poll, which counts as no attempt. */
export const waitForExternalJob = (
  db: Db,
  job: RunningJob,
  { id, sessionId }: TranscriptionWork,
  { askAgainMs, progress, ...found }: ExternalProgress,
) =>
  inTransaction(db, async (tx) => {
    await job.runAgain(tx, askAgainMs)
    await tx
      .updateTable('transcription')
      .set({
        ...found,
        ...(progress !== null && { progress: sql`greatest(progress, ${progress}::float8)` }),
      })
      .where('id', '=', id)
      .execute()
    await announce(tx, getTopic(sessionId))
  })

type CompleteDeps = Pick<Deps, 'config' | 'db' | 'installation' | 'providers' | 'queue'>

/**
 * Saves the transcript, or keeps it beside the one that the session has. One without words never replaces another: the
 * transcription failed.
 */
export const completeTranscription = (
  deps: CompleteDeps,
  job: RunningJob,
  { id, sessionId }: TranscriptionWork,
  recordingId: string,
  { segments, warnings }: Transcript,
) =>
  inTransaction(deps.db, async (tx) => {
    // First, like what cancels the job.
    await lockSessionRow(tx, sessionId)
    await job.finish(tx)
    const hasWords = await hasTranscript(tx, sessionId)
    if (hasWords && formatRawText(segments) === '')
      return endTranscription(tx, id, { status: 'failed', error: whyWithoutText(warnings) })
    const made = { recordingId, segments, warnings }
    if (hasWords && !(await isOfPart(tx, sessionId, recordingId)))
      await saveNewTranscript(tx, sessionId, made)
    else await replaceTranscript(tx, deps, sessionId, made)
    await notifyCoach(tx, deps, { kind: 'transcriptReady', sessionId })
    return endTranscription(tx, id, { status: 'completed', progress: 1, warnings })
  })

const whyWithoutText = (warnings: readonly TranscriptionWarning[]) =>
  [
    ...(warnings.length ? warnings.map((it) => warningText[it]) : [warningText.NO_SPEECH]),
    'The current transcript is unchanged.',
  ].join(' ')
