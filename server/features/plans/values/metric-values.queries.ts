import { sql } from 'kysely'
import type { CellChange, PlanMetric, ValueHistory } from '#contract/plans/plan-values.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { foundBy } from './value-check.ts'

/** All metrics in order, or only those with a value of the client. */
export const planMetrics = (db: Db, { clientId, isAll }: { clientId: string; isAll: boolean }) =>
  db
    .selectFrom('metricDefinition')
    .innerJoin('metricCategory', 'metricCategory.id', 'metricDefinition.categoryId')
    .select([
      'metricDefinition.id',
      'metricDefinition.key',
      'metricDefinition.label',
      'metricDefinition.unit',
      sql<
        PlanMetric['category']
      >`jsonb_build_object('id', metric_category.id, 'name', metric_category.name)`.as('category'),
      sql<PlanMetric['dataSource']>`metric_definition.data_source`.as('dataSource'),
      'metricDefinition.lowest',
      'metricDefinition.highest',
      'metricDefinition.isMoreBetter',
    ])
    .where('metricDefinition.deletionId', 'is', null)
    .$if(!isAll, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('metricValue')
            .select('metricValue.id')
            .whereRef('metricValue.metricDefinitionId', '=', 'metricDefinition.id')
            .where('metricValue.clientId', '=', clientId),
        ),
      ),
    )
    .orderBy('metricCategory.displayOrder')
    .orderBy('metricCategory.id')
    .orderBy('metricDefinition.categoryPosition')
    .orderBy('metricDefinition.id')
    .execute()

/** Locks the metrics that exist. */
export const lockMetrics = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('metricDefinition')
    .select(['id', 'label', 'dataSource', 'lowest', 'highest'])
    .where('id', 'in', ids)
    .where('deletionId', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()

type Cell = Pick<CellChange, 'metricDefinitionId' | 'weekNumber'>

export const listManualValues = (tx: Db, clientId: string, cells: readonly Cell[]) =>
  tx
    .selectFrom('metricValue')
    .select(['id', 'metricDefinitionId', 'weekNumber', 'numericValue', 'version'])
    .where('clientId', '=', clientId)
    .where('source', '=', 'manual')
    .where((eb) =>
      eb(
        eb.refTuple('metricDefinitionId', 'weekNumber'),
        'in',
        cells.map((it) => eb.tuple(it.metricDefinitionId, it.weekNumber)),
      ),
    )
    .execute()

type Noted = Cell & { numericValue: number }

/** One value for each cell; the trigger archive_metric_value stores the one before. */
export const upsertManualValues = (
  tx: Db,
  { clientId, authorId, values }: { clientId: string; authorId: string; values: readonly Noted[] },
) =>
  tx
    .insertInto('metricValue')
    .values(
      values.map((it) => ({ ...it, id: newId(), clientId, authorId, source: 'manual' as const })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['clientId', 'metricDefinitionId', 'weekNumber'])
        // A literal, so that PostgreSQL can infer the partial index.
        .where('source', '=', sql.lit('manual'))
        .doUpdateSet((eb) => ({
          numericValue: eb.ref('excluded.numericValue'),
          authorId: eb.ref('excluded.authorId'),
        }))
        .where('metricValue.numericValue', 'is distinct from', sql<number>`excluded.numeric_value`),
    )
    .execute()

/** Deletes values; the old values and the deletion go to the history. */
export const clearValues = (
  tx: Db,
  { ids, authorId }: { ids: readonly string[]; authorId: string },
) =>
  sql`
    with gone as (delete from metric_value where id = any(${ids}) returning *)
    insert into metric_value_history
      (client_id, metric_definition_id, week_number, numeric_value, source, session_id, author_id, changed_at)
    select client_id, metric_definition_id, week_number, numeric_value, source, session_id, author_id, changed_at
    from gone
    union all
    select client_id, metric_definition_id, week_number, null, source, null, ${authorId}::uuid, now() from gone
  `.execute(tx)

/** Maximum number of entries in the history. */
const maxEntries = 100

type Asked = Cell & { clientId: string; mayChange: boolean }

/**
 * Newest first; a deletion before the value it deleted. Without `mayChange` only current values.
 */
export async function listValueHistory(
  db: Db,
  { clientId, mayChange, ...cell }: Asked,
): Promise<ValueHistory> {
  const { rows } = await sql<ValueHistory[number]>`
    select it.key, it.changed_at as at, it.numeric_value as "numericValue", it.source,
      author.name as author, it.is_present as "isPresent",
      case when session.id is not null then jsonb_build_object(
        'name', session_definition.name, 'date', session.session_date) end as session,
      ${foundBy({ clientId, mayChange })} as found
    from (
      select id::text as key, numeric_value, source, session_id, author_id, changed_at, true as is_present, null as turn,
        analysis_value_id
      from metric_value
      where client_id = ${clientId} and metric_definition_id = ${cell.metricDefinitionId} and week_number = ${cell.weekNumber}
      union all
      select id::text, numeric_value, source, session_id, author_id, changed_at, false, id, null
      from metric_value_history
      where client_id = ${clientId} and metric_definition_id = ${cell.metricDefinitionId} and week_number = ${cell.weekNumber}
        and ${mayChange}
    ) as it
    left join "user" as author on author.id = it.author_id
    left join session on session.id = it.session_id
    left join session_definition on session_definition.id = session.session_definition_id
    left join analysis_value as found on found.id = it.analysis_value_id
    left join "user" as decider on decider.id = found.decided_by
    order by it.is_present desc, it.changed_at desc, it.turn desc
    limit ${maxEntries}
  `.execute(db)
  return rows
}

type Origin = {
  id: string
  author: string | null
  /** Session in which it was found. */
  session: string | null
  sessionDate: string | null
  at: string
}

/** Origins of the values and assessments of a plan, by id. */
export async function listOrigins(db: Db, clientId: string) {
  const { rows } = await sql<Origin>`
    select it.id, author.name as author, session_definition.name as session, session.session_date as "sessionDate", it.at
    from (
      select id, author_id, session_id, changed_at as at from metric_value where client_id = ${clientId}
      union all
      select id, author_id, session_id, created_at from burnout_assessment where client_id = ${clientId}
    ) as it
    left join "user" as author on author.id = it.author_id
    left join session on session.id = it.session_id
    left join session_definition on session_definition.id = session.session_definition_id
  `.execute(db)
  return new Map(rows.map((it) => [it.id, it]))
}
