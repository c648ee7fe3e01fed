import { createHash } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { BriefContent } from '#contract/briefs.ts'
import { addDays, calendarDay, startOfDay } from '#contract/calendar.ts'
import { instantOn } from '#contract/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  type RetryPlan,
  isUnleased,
  ownsLease,
  type Lease,
  releaseForRetry,
  acquireLease,
} from '../../platform/db/lease.ts'
import { isQueued, type Queue } from '../../platform/db/queue.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { mentionedSessions } from './brief-content.ts'
import { lockIfAllExist } from '../prompts/run/lock-sessions.queries.ts'

const isWaiting = sql<SqlBool>`status = 'waiting'`

/** By which one sees whether a brief would be another one by now. */
export const fingerprintOf = (content: BriefContent) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

const kept = (content: BriefContent) => ({
  content: JSON.stringify(content),
  fingerprint: fingerprintOf(content),
  madeAt: sql<string>`now()`,
})

/** The brief of a session, with the text of the execution that it came from. */
export const briefRow = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessionBrief as brief')
    .leftJoin('execution', 'execution.id', 'brief.executionId')
    .leftJoin('user', 'user.id', 'brief.madeBy')
    .select(['brief.status', 'brief.fingerprint', 'brief.sentence', 'brief.madeAt', 'brief.told'])
    .select([
      sql<BriefContent | null>`brief.content`.as('content'),
      sql<string | null>`execution.output_data ->> 'processedText'`.as('text'),
      sql<string | null>`execution.input_data ->> 'userPrompt'`.as('source'),
      'execution.provider',
      'user.name as madeBy',
    ])
    .where('brief.sessionId', '=', sessionId)
    .executeTakeFirst()

type Asker = Pick<Actor, 'userId' | 'originalUserId' | 'address'>
type Made = { sessionId: string; content: BriefContent; isToBeWritten: boolean }

/**
 * Keeps a brief that somebody asked for, in the place of an earlier one; one that a model is being asked for stays as it
 * is. Answers its id where there is something to ask.
 */
export async function insertBrief(tx: Db, asker: Asker, { sessionId, content, ...it }: Made) {
  const row = await tx
    .insertInto('sessionBrief')
    .values({
      ...{ id: newId(), sessionId, status: it.isToBeWritten ? 'waiting' : 'done' },
      ...{ ...kept(content), told: mentionedSessions(content) },
      ...{ madeBy: asker.userId, originalUserId: asker.originalUserId, address: asker.address },
    })
    .onConflict((on) =>
      on
        .column('sessionId')
        .doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          content: eb.ref('excluded.content'),
          fingerprint: eb.ref('excluded.fingerprint'),
          told: eb.ref('excluded.told'),
          madeAt: eb.ref('excluded.madeAt'),
          madeBy: eb.ref('excluded.madeBy'),
          originalUserId: eb.ref('excluded.originalUserId'),
          address: eb.ref('excluded.address'),
          ...{ executionId: null, sentence: null, attempts: 0, leasedUntil: null },
          nextTryAt: sql<string>`now()`,
        }))
        .where('sessionBrief.status', '<>', 'waiting'),
    )
    .returning('id')
    .executeTakeFirst()
  return it.isToBeWritten ? row?.id : undefined
}

/** Begins a brief by itself; nothing where there is one. */
export async function resetBrief(tx: Db, queue: Queue, sessionId: string) {
  const row = await tx
    .insertInto('sessionBrief')
    .values({ id: newId(), sessionId })
    .onConflict((on) => on.column('sessionId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await queue.add(tx, 'prepare-session', { briefId: row.id })
}

export type ClaimedBrief = NonNullable<Awaited<ReturnType<typeof claimBrief>>>

/** Takes a brief that waits, if nobody else has it. */
export const claimBrief = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const lease = await acquireLease(
      tx,
      { table: 'session_brief', id },
      { leaseMs, ready: isWaiting },
    )
    if (!lease) return undefined
    const brief = await tx
      .updateTable('sessionBrief')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where(ownsLease(lease))
      .returning(['sessionId', 'attempts', 'madeAt', 'madeBy', 'originalUserId', 'address'])
      .returning(sql<BriefContent | null>`content`.as('content'))
      .executeTakeFirstOrThrow()
    return { ...brief, lease }
  })

/**
 * Says what it says, and whose words may stand in it, while the lease is held. False where it is not any more, or where one
 * of those sessions is gone by now.
 */
export async function saveContent(
  tx: Db,
  lease: Lease,
  { content, told }: { content: BriefContent; told: readonly string[] },
) {
  if (!(await lockIfAllExist(tx, told))) return false
  const { numUpdatedRows } = await tx
    .updateTable('sessionBrief')
    .set({ ...kept(content), told: [...told] })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** How it ended; what is without a content was not made at all. */
type End = { status: 'done' | 'failed'; sentence?: string; executionId?: string }

/** False where the lease is not held any more. */
export async function finishBrief(db: Db, lease: Lease, { status, sentence, executionId }: End) {
  const { numUpdatedRows } = await db
    .updateTable('sessionBrief')
    .set({
      ...{ status, leasedUntil: null },
      ...{ sentence: sentence ?? null, executionId: executionId ?? null },
    })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Puts it back for another try. */
export const retryBrief = (db: Db, queue: Queue, { lease }: ClaimedBrief, again: RetryPlan) =>
  inTransaction(db, async (tx) => {
    if (await releaseForRetry(tx, lease, again))
      await queue.add(tx, 'prepare-session', { briefId: lease.id }, again.delayMs)
  })

/** Takes out of the log what was asked and answered, where its brief is gone meanwhile. */
export const clearExecution = (db: Db, id: string) =>
  db
    .updateTable('execution')
    .set({ inputData: null, outputData: null })
    .where('id', '=', id)
    .execute()

/** Queues again what is due and nobody works on: of processes that were killed. */
export async function requeueBriefs(db: Db, queue: Queue) {
  const { rows } = await sql<{ id: string }>`
    select id from session_brief
    where ${isWaiting} and next_try_at <= now() and ${isUnleased}
      and not ${isQueued(sql`'prepare-session:' || session_brief.id`)}
    order by next_try_at limit 1000`.execute(db)
  for (const { id } of rows) await queue.add(db, 'prepare-session', { briefId: id })
}

/** When the evening before a session begins, in minutes since midnight. */
const eveningBegins = 18 * 60

type Evening = { now: Date; timeZone: string; limit: number }

/**
 * Sessions to come whose evening before has begun, by the clock of the installation, and that were planned until then:
 * those without a brief.
 */
export async function sessionsToPrepare(db: Db, { now, timeZone, limit }: Evening) {
  const today = calendarDay(now, timeZone)
  const days = [today, addDays(today, 1)]
    .map((day) => ({
      from: startOfDay(day, timeZone).toISOString(),
      until: startOfDay(addDays(day, 1), timeZone).toISOString(),
      evening: instantOn(addDays(day, -1), eveningBegins, timeZone).toISOString(),
    }))
    .filter(({ evening }) => evening <= now.toISOString())
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('archivedAt', 'is', null)
    .where('completedAt', 'is', null)
    .where('sessionDate', '>', now.toISOString())
    .where((eb) =>
      eb.or(
        days.map(({ from, until, evening }) =>
          eb.and([
            eb('sessionDate', '>=', from),
            eb('sessionDate', '<', until),
            eb('createdAt', '<=', evening),
          ]),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sessionBrief')
            .select('id')
            .whereRef('sessionBrief.sessionId', '=', 'session.id'),
        ),
      ),
    )
    .orderBy('sessionDate')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
