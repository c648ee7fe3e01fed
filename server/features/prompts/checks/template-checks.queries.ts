import { sql } from 'kysely'
import type { CheckAnswer, CheckOutcome, TemplateCheck } from '#contract/prompts/template-checks.ts'
import type { LastCheck, TemplateType } from '#contract/prompts/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { goldenTranscriptsOfType } from './golden-transcripts.queries.ts'

/** Number of stored checks per template: the newest, with at least one of the current version. */
const keptChecks = 3

type StartedCheck = {
  templateId: string
  versionId: string
  againstId: string | null
  type: TemplateType
  transcripts: Awaited<ReturnType<typeof goldenTranscriptsOfType>>
}

/** Refers to `text`, `template`, and the check as `it`. */
const isCurrentVersion = sql<boolean>`(text.number = template.version_number and it.type = template.type)`

/** Copies what will be asked, so that later edits do not affect the check. */
export async function insertCheck(tx: Db, begun: StartedCheck) {
  const { templateId, versionId, againstId, type, transcripts } = begun
  const id = newId()
  await tx
    .insertInto('templateCheck')
    .values({
      id,
      templateId,
      type,
      templateVersionId: versionId,
      againstVersionId: againstId,
    })
    .execute()
  await tx
    .insertInto('templateCheckAnswer')
    .values(
      (againstId ? [false, true] : [false]).flatMap((isAgainst) =>
        transcripts.map(({ name, transcript, values, quotes, forbidden }, position) => ({
          checkId: id,
          isAgainst,
          position,
          name,
          transcript,
          quotes,
          forbidden,
          values: JSON.stringify(values),
        })),
      ),
    )
    .execute()
  await sql`delete from template_check where template_id = ${templateId} and id not in (
    select id from template_check where template_id = ${templateId}
    order by created_at desc, id desc limit ${keptChecks})
    and id is distinct from (select it.id from template_check as it
      join template_version as text on text.id = it.template_version_id
      join template on template.id = it.template_id
      where template.id = ${templateId} and finished_at is not null and ${isCurrentVersion}
      order by it.created_at desc, it.id desc limit 1)`.execute(tx)
  return id
}

const newest = (db: Db, templateId: string, number: number | undefined) =>
  db
    .selectFrom('templateCheck as it')
    .innerJoin('template', 'template.id', 'it.templateId')
    .innerJoin('templateVersion as text', 'text.id', 'it.templateVersionId')
    .leftJoin('templateVersion as againstText', 'againstText.id', 'it.againstVersionId')
    .leftJoin('template as against', 'against.id', 'againstText.templateId')
    .select(['it.id', 'it.createdAt', 'it.finishedAt', 'text.number as versionNumber'])
    .select(['against.name as againstName', 'againstText.number as againstNumber'])
    .select((eb) => [
      eb.ref('it.type').$castTo<TemplateType>().as('type'),
      isCurrentVersion.as('isCurrentVersion'),
      sql<boolean | null>`against.id = template.id`.as('isSameTemplate'),
    ])
    .where('it.templateId', '=', templateId)
    .$if(number !== undefined, (checks) => checks.where('text.number', '=', number ?? 0))
    .orderBy('it.createdAt', 'desc')
    .orderBy('it.id', 'desc')
    .limit(1)

/** Whether a check of the same version is in progress. */
export const hasCheckInProgress = (
  db: Db,
  { templateId, versionId, type }: Omit<StartedCheck, 'transcripts'>,
) =>
  db
    .selectFrom('templateCheck')
    .select('id')
    .where('templateId', '=', templateId)
    .where('templateVersionId', '=', versionId)
    .where('type', '=', type)
    .where('finishedAt', 'is', null)
    .executeTakeFirst()

/** The latest check of a template, or of one of its versions, with its answers; null if there is none. */
export async function latestCheck(
  db: Db,
  templateId: string,
  number?: number,
): Promise<TemplateCheck | null> {
  const row = await newest(db, templateId, number).executeTakeFirst()
  if (!row) return null
  const { againstName, againstNumber, isSameTemplate, ...check } = row
  const answers = await answersOf(db, check.id)
  const [present, active] = [false, true].map((side) =>
    answers.filter(({ isAgainst }) => isAgainst === side),
  )
  return {
    ...check,
    against:
      againstNumber === null
        ? null
        : {
            name: againstName,
            versionNumber: againstNumber,
            isSameTemplate: isSameTemplate ?? false,
          },
    provider: answers.find(({ provider }) => provider)?.provider ?? null,
    total: answers.length,
    done: answers.filter(({ outcome }) => outcome).length,
    transcripts: (present ?? []).map((it, index) => ({
      name: it.name,
      present: shown(it),
      active: shown(active?.[index]),
    })),
  }
}

type Answer = Awaited<ReturnType<typeof answersOf>>[number]

const answersOf = (db: Db, checkId: string) =>
  db
    .selectFrom('templateCheckAnswer')
    .select(['isAgainst', 'name', 'failures', 'answer', 'isEarlier', 'provider'])
    .select(['executionTimeMs', 'tokensUsed'])
    .select((eb) => eb.ref('outcome').$castTo<CheckOutcome | null>().as('outcome'))
    .where('checkId', '=', checkId)
    .orderBy('position')
    .execute()

function shown(it: Answer | undefined): CheckAnswer | null {
  if (!it?.outcome) return null
  const { outcome, failures, answer, executionTimeMs, tokensUsed, isEarlier } = it
  return { outcome, failures, answer, executionTimeMs, tokensUsed, isEarlier }
}

/** The result of the latest finished check by template id, of the current version if there is one. */
export async function lastChecks(db: Db, templateId?: string): Promise<Map<string, LastCheck>> {
  const { rows } = await sql<LastCheck & { templateId: string }>`
    select distinct on (it.template_id) it.template_id, it.finished_at as ran_at,
      ${isCurrentVersion} as is_current_version, answers.*,
      answers.failed = 0 and answers.unanswered < answers.total as is_passed
    from template_check as it
    join template on template.id = it.template_id
    join template_version as text on text.id = it.template_version_id
    cross join lateral (
      select count(*)::integer as total,
        (count(*) filter (where outcome = 'failed'))::integer as failed,
        (count(*) filter (where outcome = 'unanswered'))::integer as unanswered
      from template_check_answer where check_id = it.id and not is_against
    ) as answers
    where it.finished_at is not null and (${templateId ?? null}::uuid is null or it.template_id = ${templateId ?? null})
    order by it.template_id, is_current_version desc, it.created_at desc, it.id desc`.execute(db)
  return new Map(rows.map(({ templateId: id, ...check }) => [id, check]))
}
