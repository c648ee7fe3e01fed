import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AnalysisType } from '#contract/analysis/analysis.ts'
import {
  maxQualityChoices,
  maxQualityMetrics,
  maxQualityVersions,
  type QualityFilters,
  type Spread,
  type ValueState,
  valueStates,
} from '#contract/analysis/analysis-quality.ts'
import type { Db } from '../../../platform/db/db.ts'
import { allOf } from '../../../platform/lists/search.ts'

export type FoundVersion = {
  id: string
  type: AnalysisType
  template: string | null
  name: string | null
  versionNumber: number | null
  isBuiltIn: boolean
  isActive: boolean
  models: string[]
}

/** Counts of a metric in a version; without a key, of all metrics with too few clients together. */
export type Cell = {
  version: string
  key: string | null
  metrics: number
  clients: number
} & Record<ValueState, number>

export type Corrections = {
  version: string
  /** Null: of all metrics. */
  key: string | null
  values: number
  inUnit: number[]
  ofRange: number[]
}

/** Id of the template version, or of the built-in rules, or of a template whose version is unknown. */
const promptVersion = sql<string>`coalesce(source.text::text, source.template_type || ':' ||
  case when source.provider = 'built_in' then 'built_in' else coalesce(source.name, 'unknown') end)`

const ofSource = ({ type, provider, model }: QualityFilters) =>
  allOf([
    ...(type ? [sql<SqlBool>`source.template_type = ${type}`] : []),
    ...(provider ? [sql<SqlBool>`source.provider = ${provider}`] : []),
    ...(model ? [sql<SqlBool>`source.model = ${model}`] : []),
  ])

const ofValue = ({ metric, from, to }: QualityFilters) =>
  allOf([
    ...(metric === undefined ? [] : [sql<SqlBool>`value.asked_key = ${metric}`]),
    ...(from ? [sql<SqlBool>`value.found_month >= ${`${from}-01`}`] : []),
    ...(to ? [sql<SqlBool>`value.found_month <= ${`${to}-01`}`] : []),
  ])

/** Versions that found matching values, newest first. */
export async function listVersions(db: Db, filters: QualityFilters): Promise<FoundVersion[]> {
  const { rows } = await sql<FoundVersion>`
    select ${promptVersion} as id, min(source.template_type) as type, min(source.template::text) as template,
      coalesce(min(template.name), min(source.name)) as name, min(source.version_number) as version_number,
      coalesce(bool_or(source.provider = 'built_in'), false) as is_built_in,
      coalesce(bool_or(template.is_active and template.version_number = source.version_number), false) as is_active,
      coalesce((array_agg(distinct source.model) filter (where source.model is not null))[1:5], '{}') as models
    from analysis_source as source left join template on template.id = source.template
    where ${ofSource(filters)} and source.id in (select source_id from analysis_value as value where ${ofValue(filters)})
    group by 1 order by max(source.id) desc limit ${maxQualityVersions}`.execute(db)
  return rows
}

const names = sql.join(valueStates.map((it) => sql.id(it)))
const sumsBy = (column: (state: ValueState) => RawBuilder<unknown>) =>
  sql.join(valueStates.map((it) => sql`${column(it)} as ${sql.id(it)}`))

/**
 * Counts by version and metric with at least `minClients` clients, and of all others together, so that nothing can be found by
 * subtracting.
 */
export async function listCells(
  db: Db,
  filters: QualityFilters,
  { versions, minClients }: { versions: readonly string[]; minClients: number },
): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    with cell as (
      select ${promptVersion} as version, asked_key, array_agg(distinct client_mark) as client_marks,
        ${sumsBy((it) => sql`count(*) filter (where coalesce(fault, decision, 'waiting') = ${sql.lit(it)})`)},
        row_number() over (partition by ${promptVersion} order by count(*) desc, asked_key) as place
      from analysis_value as value join analysis_source as source on source.id = value.source_id
      where ${ofSource(filters)} and ${promptVersion} = any (${versions}::text[]) and ${ofValue(filters)}
      group by 1, 2
    ), grouped as (
      select *, cardinality(client_marks) >= ${minClients} and place <= ${maxQualityMetrics} as is_shown from cell
    )
    select version, asked_key as key, 1 as metrics, cardinality(client_marks) as clients, ${names} from grouped where is_shown
    union all
    select version, null, count(*), (
        select count(distinct mark) from grouped as other cross join unnest(client_marks) as mark
        where other.version = grouped.version and not other.is_shown),
      ${sumsBy((it) => sql`sum(${sql.id(it)})`)}
    from grouped where not is_shown group by version`.execute(db)
  return rows
}

const quarters = sql`array[0.25, 0.5, 0.75]::double precision[]`
const change = sql`abs(value.corrected_value - value.machine_value)`

/** How much people corrected verified values, for at least `minClients` clients. */
export async function listCorrections(
  db: Db,
  filters: QualityFilters,
  { versions, minClients }: { versions: readonly string[]; minClients: number },
): Promise<Corrections[]> {
  const { rows } = await sql<Corrections>`
    select ${promptVersion} as version, value.asked_key as key, count(*) as values,
      percentile_cont(${quarters}) within group (order by ${change}) as in_unit,
      percentile_cont(${quarters}) within group (
        order by ${change} / coalesce(nullif(metric.highest - metric.lowest, 0), 100)) as of_range
    from analysis_value as value
      join analysis_source as source on source.id = value.source_id
      left join metric_definition as metric on metric.id = value.metric_definition_id
    where value.decision = 'corrected' and value.fault is null and ${ofValue(filters)}
      and ${ofSource(filters)} and ${promptVersion} = any (${versions}::text[])
    group by grouping sets ((${promptVersion}), (${promptVersion}, value.asked_key))
    having count(distinct value.client_mark) >= ${minClients}`.execute(db)
  return rows
}

export const toSpread = ([
  quarter = 0,
  median = 0,
  threeQuarters = 0,
]: readonly number[]): Spread => ({
  quarter,
  median,
  threeQuarters,
})

/** Current names of metrics by key; those of plans before those of session types. */
export async function metricNames(db: Db) {
  const { rows } = await sql<{ key: string; label: string; unit: string | null }>`
    select distinct on (key) key, label, unit from (
      select key, label, unit, 0 as place, id from metric_definition where data_source = 'transcription' and deletion_id is null
      union all
      select key, label, null, 1, id from session_metric where deletion_id is null
    ) as named order by key, place, id limit ${maxQualityChoices}`.execute(db)
  return rows
}

/** Providers and models that answered, and the months in which values were found. */
export async function listModelsAndMonths(db: Db) {
  const [answerers, months] = await Promise.all([
    db
      .selectFrom('analysisSource')
      .select(['provider', 'model'])
      .distinct()
      .where('provider', 'is not', null)
      .$narrowType<{ provider: string }>()
      .orderBy('provider')
      .orderBy('model')
      .limit(maxQualityChoices)
      .execute(),
    sql<{ first: string | null; last: string | null }>`
      select to_char(min(found_month), 'YYYY-MM') as first, to_char(max(found_month), 'YYYY-MM') as last
      from analysis_value`.execute(db),
  ])
  const { first, last } = months.rows[0] ?? {}
  return { answerers, months: first && last ? { first, last } : null }
}
