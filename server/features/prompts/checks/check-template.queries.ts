import { sql } from 'kysely'
import type { CheckOutcome } from '#contract/prompts/template-checks.ts'
import type { ExpectedValue } from '#contract/prompts/golden-transcripts.ts'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Answers of the active version are reused this long; the model may change later. */
const reusedHours = 24

/** The checked version first, then the active one. */
export const findPendingAnswer = (db: Db, checkId: string) =>
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
    .where('it.id', '=', checkId)
    .where('answer.outcome', 'is', null)
    .orderBy('answer.isAgainst')
    .orderBy('answer.position')
    .limit(1)
    .executeTakeFirst()
export type PendingAnswer = NonNullable<Awaited<ReturnType<typeof findPendingAnswer>>>

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

export const saveAnswerResult = (db: Db, id: string, result: AnswerResult) =>
  db.updateTable('templateCheckAnswer').set(result).where('id', '=', id).execute()

/** Pending answers become unanswered. */
export async function finishCheck(tx: Db, id: string) {
  await tx
    .updateTable('templateCheckAnswer')
    .set({
      outcome: 'unanswered',
      failures: ['The check stopped before this was requested.'],
    })
    .where('outcome', 'is', null)
    .where('checkId', '=', id)
    .execute()
  await tx
    .updateTable('templateCheck')
    .set({ finishedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}
