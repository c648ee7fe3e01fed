import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { getAnalysisQuality } from '#server/features/analysis/quality/analysis-quality.service.ts'
import { openDb } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'

// How long the figures of a million analysed values take: of 20,000 clients, 12 versions, 10 metrics, two years.
// Arguments: how many values (1000000), how often (5).
const values = Number(process.argv[2] ?? 1_000_000)
const times = Number(process.argv[3] ?? 5)
const folder = mkdtempSync(path.join(tmpdir(), 'bench-quality-'))
const server = await startEmbedded(folder)
const url = server.urlOf('postgres')
await migrate(url)
const client = new pg.Client({ connectionString: url })
await client.connect()
// Sessions and executions are not looked at.
await client.query(`set session_replication_role = replica;
  insert into analysis_source (template_type, template, text, name, version_number, provider, model)
    select 'metric_extraction', '0198a0de-5a1c-7a3c-8b2d-000000000000', gen_random_uuid(), 'Made', it, 'openai_gpt5', 'made'
    from generate_series(1, 12) as it`)
await client.query(
  `insert into analysed_value (id, session_id, template_type, key, conversation_version, machine_value, fault, decision,
      corrected_value, decided_at, source_id, found_month, client_mark)
    select gen_random_uuid(), md5('session' || it / 8)::uuid, 'metric_extraction', 'metric ' || it % 10, 1, it % 100,
      case when it % 11 = 0 then 'not-found' end, case decided when 0 then 'confirmed' when 1 then 'corrected' end,
      case decided when 1 then it % 90 end, case when decided < 2 then now() end,
      1 + it * 12::bigint / $1, date '2024-01-01' + (it * 24::bigint / $1) * interval '1 month', it / 8 % 20000
    from (select it, it % 3 as decided from generate_series(1, $1 - 1) as it) as made`,
  [values],
)
// As the trigger would have kept it.
await client.query(`insert into tally (things, of, number)
  select 'analysed-value', jsonb_build_array(source_id, found_month, asked_key, coalesce(fault, decision, 'waiting'))::text, count(*)
  from analysed_value group by 1, 2`)
await client.query('vacuum analyze analysed_value, tally')
await client.end()
const { db, pool } = openDb(url, () => {})
for (const filters of [{}, { from: '2025-01', to: '2025-12' }, { metric: 'metric 3' }]) {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const start = performance.now()
    const { versions } = await getAnalysisQuality(db, filters)
    took.push(Math.round(performance.now() - start))
    if (!versions.some(({ figures }) => figures)) throw new Error('There is nothing to measure.')
  }
  console.log(JSON.stringify(filters), 'ms:', took.join(' '))
}
await pool.end()
await server.stop()
rmSync(folder, { recursive: true, force: true })
