import { sql, type SqlBool } from 'kysely'
import {
  maxListedFailures,
  maxMoveAttempts,
  type RecordingsMove,
} from '#contract/recordings/recordings-move.ts'
import type { Db } from '../../../platform/db/db.ts'
import { wasUpdated } from '../../../platform/db/row-version.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { newId } from '../../../platform/ids.ts'

/** As in the partial unique index: a bound parameter would not match it. */
const isRunning = sql<SqlBool>`status = 'running'`

/** Replaces the last finished move with a new one. Undefined while one is running. */
export async function insertMove(tx: Db, integrationId: string, actor: Actor) {
  const { userId, originalUserId, address } = actor
  await tx.deleteFrom('recordingsMove').where('status', '<>', 'running').execute()
  const values = { id: newId(), integrationId, userId, originalUserId, address }
  const inserted = await tx
    .insertInto('recordingsMove')
    .values(values)
    .onConflict((on) => on.column('status').where(isRunning).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Stops the running move and its job. Returns its id. */
export async function stopMove(tx: Db, queue: Queue) {
  const stopped = await tx
    .updateTable('recordingsMove')
    .set({ status: 'stopped', endedAt: sql`now()` })
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  if (stopped) await queue.cancel(tx, 'move-recordings', stopped)
  return stopped
}

export const countOnOtherStorages = async (db: Db, integrationId: string) =>
  (
    await db
      .selectFrom('recording')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('integrationId', '<>', integrationId)
      .executeTakeFirstOrThrow()
  ).count

export type RunningMove = NonNullable<Awaited<ReturnType<typeof findRunningMove>>>

export const findRunningMove = (db: Db, id: string) =>
  db
    .selectFrom('recordingsMove')
    .select(['id', 'integrationId', 'userId', 'originalUserId', 'address'])
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()

export type RecordingToMove = Awaited<ReturnType<typeof nextRecordingsToMove>>[number]

/** Recordings on other storages that are due for an attempt. */
export const nextRecordingsToMove = (db: Db, integrationId: string, limit: number) =>
  db
    .selectFrom('recording')
    .innerJoin('session', 'session.id', 'recording.sessionId')
    .innerJoin('integration', 'integration.id', 'recording.integrationId')
    .leftJoin('recordingMoveFailure as failure', 'failure.recordingId', 'recording.id')
    .select([
      ...(['recording.id', 'recording.sessionId', 'recording.integrationId'] as const),
      ...(['recording.storageKey', 'recording.posterKey', 'recording.playableKey'] as const),
      ...([
        'recording.contentType',
        'recording.sizeBytes',
        'session.clientId',
        'integration.provider',
      ] as const),
      'failure.attempts',
    ])
    .where('recording.integrationId', '<>', integrationId)
    .where((eb) =>
      eb.or([
        eb('failure.recordingId', 'is', null),
        eb.and([
          eb('failure.attempts', '<', maxMoveAttempts),
          eb('failure.nextTryAt', '<=', sql<string>`now()`),
        ]),
      ]),
    )
    .orderBy('failure.attempts', (order) => order.asc().nullsFirst())
    .orderBy('recording.id')
    .limit(limit)
    .execute()

/** Milliseconds until the next failed recording is due; undefined if none will be retried. */
export async function msUntilNextRetry(db: Db, integrationId: string) {
  const { rows } = await sql<{ waitMs: number | null }>`
    select (extract(epoch from min(greatest(failure.next_try_at, now())) - now()) * 1000)::float8 as wait_ms
    from recording_move_failure as failure join recording on recording.id = failure.recording_id
    where failure.attempts < ${maxMoveAttempts} and recording.integration_id <> ${integrationId}`.execute(
    db,
  )
  return rows[0]?.waitMs ?? undefined
}

type MovedRecording = { recording: RecordingToMove; integrationId: string; storageKey: string }

export const countMoved = (tx: Db, moveId: string) =>
  tx
    .updateTable('recordingsMove')
    .set((eb) => ({ moved: eb('moved', '+', 1) }))
    .where('id', '=', moveId)
    .execute()

/** Points a recording to its new storage. False if it was deleted or changed. */
export async function saveNewLocation(
  tx: Db,
  { recording, integrationId, storageKey }: MovedRecording,
) {
  await tx.deleteFrom('recordingMoveFailure').where('recordingId', '=', recording.id).execute()
  return wasUpdated(
    tx
      .updateTable('recording')
      .set({
        ...{ integrationId, storageKey },
        posterKey: recording.posterKey && `${storageKey}.jpg`,
        playableKey: recording.playableKey && `${storageKey}.mp4`,
      })
      .where('id', '=', recording.id)
      .where('integrationId', '=', recording.integrationId)
      .where('storageKey', '=', recording.storageKey)
      // A playable copy that was made in the meantime would be left behind.
      .where('playableKey', 'is not distinct from', recording.playableKey),
  )
}

/** Does nothing if the recording was deleted. */
export const saveMoveFailure = (
  db: Db,
  moveId: string,
  recordingId: string,
  { error, waitMs }: { error: string; waitMs: number },
) =>
  sql`
    insert into recording_move_failure (recording_id, move_id, error, next_try_at)
    select recording.id, recordings_move.id, ${error}, now() + ${waitMs} * interval '1 millisecond'
    from recording, recordings_move where recording.id = ${recordingId} and recordings_move.id = ${moveId}
    on conflict (recording_id) do update set attempts = recording_move_failure.attempts + 1,
      move_id = excluded.move_id, error = excluded.error, next_try_at = excluded.next_try_at`.execute(
    db,
  )

export const endMove = (
  tx: Db,
  id: string,
  status: 'done' | 'stopped' | 'failed',
  note: string | null,
) =>
  tx
    .updateTable('recordingsMove')
    .set({ status, note, endedAt: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Recordings per storage, and the progress of the latest move. */
export async function readMoveStatus(
  db: Db,
  active: RecordingsMove['active'],
): Promise<RecordingsMove> {
  const otherStorages = await db
    .selectFrom('recording')
    .innerJoin('integration', 'integration.id', 'recording.integrationId')
    .select((eb) => [
      'integration.id as integrationId',
      'integration.provider',
      eb.fn.countAll<number>().as('recordings'),
      sql<number>`sum(size_bytes)::float8`.as('bytes'),
    ])
    .where('integration.id', '<>', active.id)
    .groupBy('integration.id')
    .orderBy('integration.id')
    .execute()
  const row = await db
    .selectFrom('recordingsMove as move')
    .innerJoin('integration', 'integration.id', 'move.integrationId')
    .select((eb) => [
      ...(['move.id', 'move.integrationId', 'integration.provider', 'move.moved'] as const),
      ...(['move.note', 'move.createdAt as startedAt', 'move.endedAt'] as const),
      sql<'running' | 'stopped' | 'done' | 'failed'>`move.status`.as('status'),
      eb
        .selectFrom('recordingMoveFailure as failure')
        .innerJoin('recording', 'recording.id', 'failure.recordingId')
        .whereRef('recording.integrationId', '<>', 'move.integrationId')
        .select((of) => of.fn.countAll<number>().as('failed'))
        .as('failed'),
    ])
    .orderBy('move.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { active, otherStorages, move: null }
  const { integrationId, failed, ...move } = row
  const remaining = await countOnOtherStorages(db, integrationId)
  const failures = await listFailures(db, integrationId, move.status === 'running')
  return { active, otherStorages, move: { ...move, remaining, failed: failed ?? 0, failures } }
}

const listFailures = (db: Db, integrationId: string, isRunning: boolean) =>
  db
    .selectFrom('recordingMoveFailure as failure')
    .innerJoin('recording', 'recording.id', 'failure.recordingId')
    .innerJoin('session', 'session.id', 'recording.sessionId')
    .innerJoin('integration', 'integration.id', 'recording.integrationId')
    .select([
      ...(['failure.recordingId', 'recording.sessionId', 'session.clientId'] as const),
      ...(['session.sessionDate', 'integration.provider', 'failure.error'] as const),
      'failure.attempts',
      sql<
        string | null
      >`case when ${isRunning} and failure.attempts < ${maxMoveAttempts} then failure.next_try_at end`.as(
        'nextTryAt',
      ),
    ])
    .where('recording.integrationId', '<>', integrationId)
    .orderBy('failure.attempts', 'desc')
    .orderBy('failure.recordingId')
    .limit(maxListedFailures)
    .execute()
