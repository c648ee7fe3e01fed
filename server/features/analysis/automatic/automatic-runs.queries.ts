import { sql, type SqlBool } from 'kysely'
import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { ownsLease, type Lease, acquireLease } from '../../../platform/db/lease.ts'
import { enqueueDueRows } from '../../../platform/db/queue.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

const isWaiting = sql<SqlBool>`status = 'waiting'`

export type ClaimedRun = NonNullable<Awaited<ReturnType<typeof claimRun>>>

/** Includes the current conversation. */
export const claimRun = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const lease = await acquireLease(
      tx,
      { table: 'automatic_run', id },
      { leaseMs, ready: isWaiting },
    )
    if (!lease) return undefined
    const run = await tx
      .updateTable('automaticRun')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where(ownsLease(lease))
      .returning(['sessionId', 'conversationVersion', 'attempts', 'askedAt'])
      .returning(['requestedBy', 'originalUserId', 'address'])
      .returning((eb) => eb.ref('templateType').$castTo<TemplateType>().as('type'))
      .executeTakeFirstOrThrow()
    const session = await tx
      .selectFrom('session')
      .select(['version', 'transcribedTextScripted as text'])
      .where('id', '=', run.sessionId)
      .executeTakeFirstOrThrow()
    return { ...run, lease, session }
  })

/** `impossible`: the active provider does not support this type. */
export type RunResult = {
  status: 'done' | 'failed' | 'outdated' | 'cancelled' | 'impossible'
  sentence?: string
  executionId?: string
}

/** False if the lease is lost. */
export async function finishRun(
  db: Db,
  lease: Lease,
  { status, sentence = '', executionId = '' }: RunResult,
) {
  const { numUpdatedRows } = await db
    .updateTable('automaticRun')
    .set({
      status,
      leasedUntil: null,
      sentence: sentence || null,
      executionId: executionId || null,
    })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Requeues due runs without a worker, after a crash. */
export const enqueueDueRuns = (db: Db, queue: Queue) =>
  enqueueDueRows(db, queue, {
    table: 'automatic_run',
    job: 'run-after-conversation',
    isDue: sql`${isWaiting} and next_try_at <= now()`,
  })
