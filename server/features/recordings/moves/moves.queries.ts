import { sql, type SqlBool } from 'kysely'
import { mostFailuresTold, mostMoveTries, type RecordingsMove } from '#contract/move-recordings.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUnleased, ownsLease, type Lease, acquireLease } from '../../../platform/db/lease.ts'
import { isQueued, type Queue } from '../../../platform/db/queue.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { newId } from '../../../platform/ids.ts'

/** How often in a row a process may come to nothing with it before it is given up. */
const mostAttempts = 10
const wentWrong =
  'It has come to nothing too often. What was moved stays so, and the others are where they were.'

/** As the index has it: a value of its own would not be seen to be the same. */
const isRunning = sql<SqlBool>`status = 'running'`

/** Begins a move to a provider, in the place of the last one. False where one is under way. */
export async function beginMove(tx: Db, integrationId: string, actor: Actor) {
  const { userId, originalUserId, address } = actor
  await tx.deleteFrom('recordingsMove').where('status', '<>', 'running').execute()
  const values = { id: newId(), integrationId, userId, originalUserId, address }
  const begun = await tx
    .insertInto('recordingsMove')
    .values(values)
    .onConflict((on) => on.column('status').where(isRunning).doNothing())
    .returning('id')
    .executeTakeFirst()
  return begun?.id
}

/** Ends the one that is under way, whoever works on it. Answers its id. */
export const stopMove = (tx: Db) =>
  tx
    .updateTable('recordingsMove')
    .set({ status: 'stopped', endedAt: sql`now()`, leasedUntil: null })
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()

export const countElsewhere = async (db: Db, integrationId: string) =>
  (
    await db
      .selectFrom('recording')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('integrationId', '<>', integrationId)
      .executeTakeFirstOrThrow()
  ).count

/** Takes a move that is due, if nobody else works on it. */
export const takeMove = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const ready = sql<boolean>`(status = 'running' and next_try_at <= now() and attempts < ${sql.lit(mostAttempts)})`
    const lease = await acquireLease(tx, { table: 'recordings_move', id }, { leaseMs, ready })
    if (!lease) return undefined
    const row = await tx
      .updateTable('recordingsMove')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where(ownsLease(lease))
      .returningAll()
      .executeTakeFirstOrThrow()
    return { lease, row }
  })

export type ToMove = Awaited<ReturnType<typeof nextToMove>>[number]

/** Recordings that lie elsewhere and are due, but those that are being moved. */
export const nextToMove = (db: Db, integrationId: string, limit: number) =>
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
          eb('failure.attempts', '<', mostMoveTries),
          eb('failure.nextTryAt', '<=', sql<string>`now()`),
        ]),
      ]),
    )
    .orderBy('failure.attempts', (order) => order.asc().nullsFirst())
    .orderBy('recording.id')
    .limit(limit)
    .execute()

/** Milliseconds until the next of those that failed is due; undefined where none is tried again. */
export async function nextFailureIn(db: Db, integrationId: string) {
  const { rows } = await sql<{ waitMs: number | null }>`
    select (extract(epoch from min(greatest(failure.next_try_at, now())) - now()) * 1000)::float8 as wait_ms
    from recording_move_failure as failure join recording on recording.id = failure.recording_id
    where failure.attempts < ${mostMoveTries} and recording.integration_id <> ${integrationId}`.execute(
    db,
  )
  return rows[0]?.waitMs ?? undefined
}

type Moved = { recording: ToMove; integrationId: string; storageKey: string }

/** A recording lies elsewhere from now on. False: the lease is lost. Undefined: the recording is gone, or not where it was. */
export async function pointElsewhere(
  tx: Db,
  lease: Lease,
  { recording, integrationId, storageKey }: Moved,
) {
  const counted = await tx
    .updateTable('recordingsMove')
    .set((eb) => ({ moved: eb('moved', '+', 1), attempts: 0 }))
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  if (!counted.numUpdatedRows) return false
  const { numUpdatedRows } = await tx
    .updateTable('recording')
    .set({
      ...{ integrationId, storageKey },
      posterKey: recording.posterKey && `${storageKey}.jpg`,
      playableKey: recording.playableKey && `${storageKey}.mp4`,
    })
    .where('id', '=', recording.id)
    .where('integrationId', '=', recording.integrationId)
    .where('storageKey', '=', recording.storageKey)
    // A copy for browsers that was made meanwhile would be left behind.
    .where('playableKey', 'is not distinct from', recording.playableKey)
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('recordingMoveFailure').where('recordingId', '=', recording.id).execute()
  return numUpdatedRows > 0n ? true : undefined
}

/** Notes why a recording could not be moved, and when it is tried again. Nothing where it is gone. */
export const noteFailure = (
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

/** Ends a move that one holds. */
export const endMove = (
  db: Db,
  lease: Lease,
  { status, note = null }: { status: 'done' | 'stopped' | 'failed'; note?: string | null },
) =>
  db
    .updateTable('recordingsMove')
    .set({ status, note, endedAt: sql`now()`, leasedUntil: null })
    .where(ownsLease(lease))
    .execute()

/** Leaves a move for later; `isCounted` where it came to nothing. */
export const leaveMove = (
  db: Db,
  queue: Queue,
  lease: Lease,
  { delayMs, isCounted }: { delayMs: number; isCounted: boolean },
) =>
  inTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update recordings_move set leased_until = null, next_try_at = now() + ${delayMs} * interval '1 millisecond',
        attempts = case when ${isCounted} then attempts else 0 end
      where ${ownsLease(lease)}`.execute(tx)
    if (numAffectedRows) await queue.add(tx, 'move-recordings', { moveId: lease.id }, delayMs)
  })

/** Gives up what no process survives, and queues again what is due and nobody works on: of processes that were killed. */
export async function rescueMoves(db: Db, queue: Queue) {
  await db
    .updateTable('recordingsMove')
    .set({ status: 'failed', note: wentWrong, endedAt: sql`now()`, leasedUntil: null })
    .where('status', '=', 'running')
    .where('attempts', '>=', mostAttempts)
    .where(isUnleased)
    .execute()
  const { rows } = await sql<{ id: string }>`
    select id from recordings_move where status = 'running' and next_try_at <= now() and ${isUnleased}
      and not ${isQueued(sql`'move-recordings:' || recordings_move.id`)}`.execute(db)
  for (const { id } of rows) await queue.add(db, 'move-recordings', { moveId: id })
}

/** Where recordings lie, and how it stands with moving them. */
export async function stateOfMove(
  db: Db,
  active: RecordingsMove['active'],
): Promise<RecordingsMove> {
  const elsewhere = await db
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
  if (!row) return { active, elsewhere, move: null }
  const { integrationId, failed, ...move } = row
  const left = await countElsewhere(db, integrationId)
  const failures = await failuresOf(db, integrationId, move.status === 'running')
  return { active, elsewhere, move: { ...move, left, failed: failed ?? 0, failures } }
}

const failuresOf = (db: Db, integrationId: string, isRunning: boolean) =>
  db
    .selectFrom('recordingMoveFailure as failure')
    .innerJoin('recording', 'recording.id', 'failure.recordingId')
    .innerJoin('session', 'session.id', 'recording.sessionId')
    .innerJoin('integration', 'integration.id', 'recording.integrationId')
    .select([
      ...(['failure.recordingId', 'recording.sessionId', 'session.clientId'] as const),
      ...(['session.sessionDate', 'integration.provider', 'failure.error'] as const),
      'failure.attempts as tries',
      sql<
        string | null
      >`case when ${isRunning} and failure.attempts < ${mostMoveTries} then failure.next_try_at end`.as(
        'nextTryAt',
      ),
    ])
    .where('recording.integrationId', '<>', integrationId)
    .orderBy('failure.attempts', 'desc')
    .orderBy('failure.recordingId')
    .limit(mostFailuresTold)
    .execute()
