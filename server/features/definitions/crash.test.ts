import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DefinitionDeletion } from '#contract/definitions.ts'
import { makeMetric } from '../../test/make.ts'
import { jobProcesses } from '../../test/job-processes.ts'
import { testApp } from '../../test/test-app.ts'

const { deps, db, call, signIn, emails, clientId, databaseUrl } = await testApp()
const jobs = jobProcesses({ deps, databaseUrl })

test('another process continues a deletion whose process was killed', async () => {
  const system = await signIn(emails.system)
  const id = await makeMetric(db, { key: 'calm' })
  await sql`insert into metric_value (id, client_id, metric_definition_id, week_number, numeric_value)
    select gen_random_uuid(), ${clientId}, ${id}, it, 50 from generate_series(1, 1500) as it`.execute(
    db,
  )
  const answer = await call(
    { method: 'DELETE', url: `/api/admin/metric-definitions/${id}` },
    system,
  )
  const { deletion } = answer.json<{ deletion: DefinitionDeletion }>()
  await sql`update definition_deletion set begins_at = now() where id = ${deletion.id}`.execute(db)
  const left = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from metric_value where metric_definition_id = ${id}`.execute(
      db,
    )
    return rows[0]?.count
  }
  /** A lock stops the process in the middle, to kill it there. */
  const held = await db.startTransaction().execute()
  await sql`select from metric_value where id = (
    select id from metric_value where metric_definition_id = ${id} order by id offset 700 limit 1) for update`.execute(
    held,
  )
  const killed = jobs.start()
  await expect.poll(left, { timeout: 20_000 }).toBe(900)
  await jobs.kill(killed)
  await held.rollback().execute()
  expect(await db.selectFrom('definitionDeletion').select(['done', 'total']).execute()).toEqual([
    { done: 600, total: 1500 },
  ])

  jobs.start()
  const deletions = () => db.selectFrom('definitionDeletion').select('id').execute()
  await expect.poll(deletions, { timeout: 30_000 }).toEqual([])
  expect(await left()).toBe(0)
  expect(await db.selectFrom('metricDefinition').select('id').execute()).toEqual([])
}, 90_000)
