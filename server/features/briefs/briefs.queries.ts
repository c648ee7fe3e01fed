import { sql, type SqlBool } from 'kysely'
import type { BriefContent } from '#contract/briefs/briefs.ts'
import { addDays, calendarDay, startOfDay, toInstant } from '#contract/rules/calendar.ts'
import type { Db } from '../../platform/db/db.ts'
import { wasUpdated } from '../../platform/db/row-version.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { mentionedSessions } from './brief-content.ts'
import { lockIfAllExist } from '../prompts/run/lock-sessions.queries.ts'

/** The brief of a session, with the text of the execution that it came from. */
export const briefRow = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessionBrief as brief')
    .leftJoin('execution', 'execution.id', 'brief.executionId')
    .leftJoin('user', 'user.id', 'brief.madeBy')
    .select(['brief.status', 'brief.sentence', 'brief.madeAt', 'brief.mentionedSessions'])
    .select([
      sql<BriefContent | null>`brief.content`.as('content'),
      sql<string | null>`execution.output_data ->> 'processedText'`.as('text'),
      sql<string | null>`execution.input_data ->> 'userPrompt'`.as('source'),
      'brief.includesNotes',
      'brief.privateText',
      'brief.privateSource',
      'brief.madeBy as makerId',
      'execution.provider',
      'execution.model',
      'user.name as madeBy',
    ])
    .where('brief.sessionId', '=', sessionId)
    .executeTakeFirst()

type Asker = Pick<Actor, 'userId' | 'originalUserId' | 'address'>
type NewBrief = {
  sessionId: string
  content: BriefContent
  isWritten: boolean
  includesNotes: boolean
}

/**
 * Replaces an earlier brief; one that is being written stays. Returns its id if a model is to write it.
 */
export async function insertBrief(
  tx: Db,
  { userId: madeBy, originalUserId, address }: Asker,
  { sessionId, content, isWritten, includesNotes }: NewBrief,
) {
  await tx
    .deleteFrom('sessionBrief')
    .where('sessionId', '=', sessionId)
    .where('status', '<>', 'waiting')
    .execute()
  const row = await tx
    .insertInto('sessionBrief')
    .values({
      id: newId(),
      sessionId,
      status: isWritten ? 'waiting' : 'done',
      content: JSON.stringify(content),
      mentionedSessions: mentionedSessions(content),
      includesNotes,
      madeBy,
      originalUserId,
      address,
    })
    .onConflict((on) => on.column('sessionId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return isWritten ? row?.id : undefined
}

/** Begins a brief unless there is one. */
export async function resetBrief(tx: Db, queue: Queue, sessionId: string) {
  const row = await tx
    .insertInto('sessionBrief')
    .values({ id: newId(), sessionId })
    .onConflict((on) => on.column('sessionId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await queue.add(tx, 'prepare-session', { id: row.id })
}

export type WaitingBrief = NonNullable<Awaited<ReturnType<typeof findWaitingBrief>>>

export const findWaitingBrief = (db: Db, id: string) =>
  db
    .selectFrom('sessionBrief')
    .select(['id', 'sessionId', 'madeAt', 'madeBy', 'originalUserId', 'address', 'includesNotes'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()

/** Stops what writes the briefs of sessions; the caller deletes them. */
export async function cancelBriefs(tx: Db, queue: Queue, sessionIds: readonly string[]) {
  const rows = await tx
    .selectFrom('sessionBrief')
    .select('id')
    .where(sql<SqlBool>`session_id = any(${sessionIds}::uuid[])`)
    .where('status', '=', 'waiting')
    .execute()
  for (const { id } of rows) await queue.cancel(tx, 'prepare-session', { id })
}

/** False if a mentioned session was deleted. */
export async function saveContent(
  tx: Db,
  id: string,
  content: BriefContent,
  mentioned: readonly string[],
) {
  if (!(await lockIfAllExist(tx, mentioned))) return false
  return wasUpdated(
    tx
      .updateTable('sessionBrief')
      .set({
        content: JSON.stringify(content),
        mentionedSessions: [...mentioned],
        madeAt: sql<string>`now()`,
      })
      .where('id', '=', id),
  )
}

type BriefResult = {
  status: 'done' | 'failed'
  sentence?: string
  executionId?: string | undefined
  privateText?: string | undefined
  privateSource?: string | undefined
}

/** False if it was deleted. */
export const finishBrief = (tx: Db, id: string, result: BriefResult) =>
  wasUpdated(
    tx
      .updateTable('sessionBrief')
      .set({
        status: result.status,
        sentence: result.sentence ?? null,
        executionId: result.executionId ?? null,
        privateText: result.privateText ?? null,
        privateSource: result.privateSource ?? null,
      })
      .where('id', '=', id),
  )

/** Erases what was asked and answered. */
export const clearExecution = (db: Db, id: string) =>
  db
    .updateTable('execution')
    .set({ inputData: null, outputData: null })
    .where('id', '=', id)
    .execute()

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
      evening: toInstant(addDays(day, -1), eveningBegins, timeZone).toISOString(),
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
