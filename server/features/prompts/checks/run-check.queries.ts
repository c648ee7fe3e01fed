import { sql } from 'kysely'
import type { CheckOutcome } from '#contract/template-checks.ts'
import type { ExpectedValue } from '#contract/golden-transcripts.ts'
import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUnleased, ownsLease, type Lease, acquireLease } from '../../../platform/db/lease.ts'
import { isQueued, type Queue } from '../../../platform/db/queue.ts'

/** Hours in which an answer of the active text counts for another check of the same: a model may be another one later. */
const reusedHours = 24

/** One check at a time, over all processes: models are asked in turn, and other small work is not kept waiting. */
const isAlone = sql`not exists (
  select from template_check as other where other.leased_until > now() and other.id <> template_check.id)`

/** Takes a check that is due, if nobody works on it or on another one. */
export const claimCheck = (db: Db, id: string, leaseMs: number) =>
  acquireLease(
    db,
    { table: 'template_check', id },
    { leaseMs, ready: sql`finished_at is null and not_before <= now() and ${isAlone}` },
  )

/** What is to be asked next: with the present text first, then with the active one; with the words of that text. */
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
    .orderBy('answer.place')
    .limit(1)
    .executeTakeFirst()
export type PendingAnswer = NonNullable<Awaited<ReturnType<typeof nextPendingAnswer>>>

/** The same text on the same transcript, judged by the same expectations, of the same provider a short while ago. */
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

/** Nothing where somebody else works on the check by now. */
export const saveAnswerResult = (db: Db, lease: Lease, id: string, settled: AnswerResult) =>
  db
    .updateTable('templateCheckAnswer')
    .set(settled)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where(isHeld(lease))
    .execute()

const isHeld = (lease: Lease) =>
  sql<boolean>`check_id = (select id from template_check where ${ownsLease(lease)})`

/** What nobody could be asked about any more stays unanswered, with the reason. */
export async function finishCheck(db: Db, lease: Lease, leftOver: string) {
  await db
    .updateTable('templateCheckAnswer')
    .set({ outcome: 'unanswered', failures: [leftOver] })
    .where('outcome', 'is', null)
    .where(isHeld(lease))
    .execute()
  await sql`update template_check set finished_at = now(), leased_until = null where ${ownsLease(lease)}`.execute(
    db,
  )
}

/** Leaves it for another try after `delayMs`. */
export const releaseCheck = (db: Db, lease: Lease, delayMs: number) =>
  sql`update template_check set leased_until = null, not_before = now() + ${delayMs} * interval '1 millisecond'
    where ${ownsLease(lease)}`.execute(db)

/** Queues the oldest check that is due and nobody works on: behind another one, or of a process that was killed. */
export async function requeueChecks(db: Db, queue: Queue) {
  const { rows } = await sql<{ id: string }>`
    select id from template_check
    where finished_at is null and not_before <= now() and ${isUnleased} and ${isAlone}
      and not ${isQueued(sql`'check-template:' || template_check.id`)}
    order by created_at, id limit 1`.execute(db)
  for (const { id } of rows) await queue.add(db, 'check-template', { checkId: id })
}
