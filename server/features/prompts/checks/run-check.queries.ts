import { sql, type SqlBool } from 'kysely'
import type { CheckOutcome } from '#contract/template-checks.ts'
import type { ExpectedValue } from '#contract/golden-transcripts.ts'
import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { ownsLease, type Lease, acquireLease } from '../../../platform/db/lease.ts'
import { enqueueDueRows } from '../../../platform/db/queue.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** Answers of the active version are reused this long; the model may change later. */
const reusedHours = 24

/** One check at a time across processes, to leave the provider to other work. */
const isAlone = sql`not exists (
  select from template_check as other where other.leased_until > now() and other.id <> template_check.id)`

const isDue = sql<SqlBool>`finished_at is null and next_try_at <= now() and ${isAlone}`

export const claimCheck = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const lease = await acquireLease(tx, { table: 'template_check', id }, { leaseMs, ready: isDue })
    if (!lease) return undefined
    const { attempts } = await tx
      .updateTable('templateCheck')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .returning('attempts')
      .executeTakeFirstOrThrow()
    return { lease, attempts }
  })
/** The checked version first, then the active one. */
export const nextPendingAnswer = (db: Db, lease: Lease) =>
  db
    .selectFrom('templateCheckAnswer as answer')
    .innerJoin('templateCheck as it', 'it.id', 'answer.checkId')
    .innerJoin('templateVersion as text', (join) =>
      join.on(
        'text.id',
        '=',
        sql`case when answer.is_against then it.against_version_id else it.template_version_id end`,
      ),
    )
    .select(['answer.id', 'answer.isAgainst', 'answer.transcript'])
    .select(['answer.quotes', 'answer.forbidden', 'text.id as versionId'])
    .select(['text.systemPrompt', 'text.userPromptTemplate'])
    .select((eb) => [
      eb.ref('it.type').$castTo<TemplateType>().as('type'),
      eb.ref('answer.values').$castTo<ExpectedValue[]>().as('values'),
    ])
    .where('it.id', '=', lease.id)
    .where('answer.outcome', 'is', null)
    .orderBy('answer.isAgainst')
    .orderBy('answer.position')
    .limit(1)
    .executeTakeFirst()
export type PendingAnswer = NonNullable<Awaited<ReturnType<typeof nextPendingAnswer>>>

/** Same version, transcript, expectations and provider. */
export const findReusableAnswer = (db: Db, { id, versionId }: PendingAnswer, provider: string) =>
  db
    .selectFrom('templateCheckAnswer as earlier')
    .innerJoin('templateCheck as it', 'it.id', 'earlier.checkId')
    .innerJoin('templateCheckAnswer as asked', (join) =>
      join
        .onRef('asked.transcript', '=', 'earlier.transcript')
        .onRef('asked.values', '=', 'earlier.values')
        .onRef('asked.quotes', '=', 'earlier.quotes')
        .onRef('asked.forbidden', '=', 'earlier.forbidden'),
    )
    .select(['earlier.failures', 'earlier.answer', 'earlier.provider', 'earlier.model'])
    .select(['earlier.executionTimeMs', 'earlier.tokensUsed', 'earlier.askedAt'])
    .select((eb) => eb.ref('earlier.outcome').$castTo<CheckOutcome>().as('outcome'))
    .where('asked.id', '=', id)
    .where('earlier.outcome', 'in', ['passed', 'failed'])
    .where('earlier.provider', '=', provider)
    .where('earlier.askedAt', '>', sql<string>`now() - ${reusedHours} * interval '1 hour'`)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('it.templateVersionId', '=', versionId),
          eb('earlier.isAgainst', '=', sql.lit(false)),
        ]),
        eb.and([
          eb('it.againstVersionId', '=', versionId),
          eb('earlier.isAgainst', '=', sql.lit(true)),
        ]),
      ]),
    )
    .orderBy('earlier.askedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

export type AnswerResult = {
  outcome: CheckOutcome
  failures: string[]
  answer: string | null
  isEarlier: boolean
  provider: string | null
  model: string | null
  executionTimeMs: number
  tokensUsed: number | null
  askedAt: string | null
}

/** Does nothing if the lease is lost. */
export const saveAnswerResult = (db: Db, lease: Lease, id: string, result: AnswerResult) =>
  db
    .updateTable('templateCheckAnswer')
    .set(result)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where(isLeased(lease))
    .execute()

const isLeased = (lease: Lease) =>
  sql<boolean>`check_id = (select id from template_check where ${ownsLease(lease)})`

/** Pending answers become unanswered. */
export async function finishCheck(db: Db, lease: Lease, reason: string) {
  await db
    .updateTable('templateCheckAnswer')
    .set({ outcome: 'unanswered', failures: [reason] })
    .where('outcome', 'is', null)
    .where(isLeased(lease))
    .execute()
  await sql`update template_check set finished_at = now(), leased_until = null where ${ownsLease(lease)}`.execute(
    db,
  )
}

/** Requeues the oldest due check, if none is running. */
export const enqueueDueChecks = (db: Db, queue: Queue) =>
  enqueueDueRows(db, queue, {
    table: 'template_check',
    job: 'check-template',
    limit: 1,
    isDue,
  })
