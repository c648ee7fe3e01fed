import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type DefinitionDeletion,
  type DefinitionKind,
  definitionKindNames,
  definitionKinds,
  type CascadeKind,
  maxDeletedImmediately,
} from '#contract/definitions.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { newId } from '../../../platform/ids.ts'
import { sweepDiscarded } from '../../recordings/storage/sweep-storage.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import {
  auditEntries,
  makeAssignmentType,
  makeFoundRisk,
  makeMetric,
  makeMetricCategory,
  makeRow,
  makeSession,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { tableOf } from '../definitions.service.ts'
import { deleteInBackground, maxDeletionAttempts } from './delete-definition.ts'
import { enqueueDueDeletions } from './deletions.queries.ts'
import { countDependents } from './dependents.ts'

const { db, deps, storage, call, signIn, emails, clientId, sessionDefinitionId, ...made } =
  await testApp()
const system = await signIn(emails.system)
const coach = await signIn(emails.coach)

const pathOf = (kind: DefinitionKind) => definitionKinds[kind].list.path
const remove = (kind: DefinitionKind, id: string) =>
  call({ method: 'DELETE', url: `${pathOf(kind)}/${id}` }, system)
const dependentsOf = async (kind: DefinitionKind, id: string) => {
  const answer = await call({ url: `${pathOf(kind)}/${id}/dependents` }, system)
  const going = answer.json<{ what: string; count: number }[]>()
  return Object.fromEntries(going.map(({ what, count }) => [what, count]))
}
const list = async (kind: DefinitionKind) =>
  (await call({ url: pathOf(kind) }, system)).json<{ id: string; displayOrder: number }[]>()
const underWay = async () =>
  (await call({ url: '/api/admin/definition-deletions' }, system)).json<DefinitionDeletion[]>()
const undo = (id: string) =>
  call({ method: 'POST', url: `/api/admin/definition-deletions/${id}/undo` }, system)
const plan = async () =>
  (
    await call({ url: `/api/clients/${clientId}/sessions-and-metrics` }, coach)
  ).json<SessionsAndMetrics>()
const rowsOf = async (table: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count
}
const actionsOn = async (rowId: string) =>
  (await auditEntries(db, { rowId }, ['action'])).map(({ action }) => action)

/** One value per week of a metric. */
const fill = (metricDefinitionId: string, count: number, sessionId: string | null = null) =>
  sql`insert into metric_value (id, client_id, metric_definition_id, session_id, week_number, numeric_value)
    select gen_random_uuid(), ${clientId}, ${metricDefinitionId}, ${sessionId}, it, 50
    from generate_series(1, ${count}) as it`.execute(db)
const giveAssignments = (typeId: string, count: number) =>
  sql`insert into assignment (id, client_id, assignment_definition_id, week_number)
    select gen_random_uuid(), ${clientId}, ${typeId}, it from generate_series(1, ${count}) as it`.execute(
    db,
  )
const newType = async (name = 'Group session') => {
  const id = newId()
  await makeRow(db, 'sessionDefinition', { id, name, displayOrder: 2 })
  return id
}
const many = maxDeletedImmediately + 1

const errors: Error[] = []
const run = (id: string, batch = 100, signal = new AbortController().signal) =>
  deleteInBackground(deps, id, {
    times: { heartbeatMs: 1_000, leaseMs: 10_000, retryMs: 0 },
    signal,
    onError: (error) => errors.push(error),
    batch,
  })
const makeDue = (id: string) =>
  sql`update definition_deletion set begins_at = now() where id = ${id}`.execute(db)

beforeEach(async () => {
  errors.length = 0
  await db.deleteFrom('definitionDeletion').execute()
  await db.deleteFrom('metricCategory').execute()
  await db.deleteFrom('assignmentDefinition').execute()
  await db.deleteFrom('sessionDefinition').where('id', '<>', sessionDefinitionId).execute()
})

/** Which dependents the database deletes by cascade. */
const countedAs: Record<string, CascadeKind | null> = {
  ...{ metric_definition: 'metrics', session: 'sessions', session_metric: 'sessionMetrics' },
  ...{ metric_value: 'values', metric_value_history: 'earlierValues', assignment: 'assignments' },
  // Values found in sessions: confirmed ones are metric values too.
  analysis_value: null,
}

const tables = definitionKindNames.map(tableOf)

describe('dependents of a definition', () => {
  test('are counted before, including those of child definitions', async () => {
    const { rows } = await sql<{ gone: string; together: string }>`
      select conrelid::regclass::text as gone, confrelid::regclass::text as together
      from pg_constraint where contype = 'f' and confdeltype = 'c'`.execute(db)
    const goneWith = (table: string): string[] =>
      rows
        .filter(({ together }) => together === table)
        .flatMap(({ gone }) => [gone, ...(tables.includes(gone) ? goneWith(gone) : [])])
    for (const kind of definitionKindNames) {
      const counted = await countDependents(db, kind, newId())
      const missing = goneWith(tableOf(kind)).filter(
        (table) =>
          countedAs[table] !== null && !counted.some(({ what }) => what === countedAs[table]),
      )
      expect([kind, missing]).toEqual([kind, []])
    }
  })

  test('of a category are its metrics with values and history', async () => {
    const categoryId = await makeMetricCategory(db)
    const metrics = [
      await makeMetric(db, { key: 'calm', categoryId }),
      await makeMetric(db, { key: 'rest', categoryId }),
    ]
    const other = await makeMetric(db, { key: 'other' })
    for (const id of [...metrics, other]) await fill(id, 3)
    await sql`update metric_value set numeric_value = 60 where metric_definition_id = ${metrics[0]}`.execute(
      db,
    )
    expect(await dependentsOf('metricCategory', categoryId)).toEqual({
      ...{ metrics: 2, values: 6, earlierValues: 3 },
    })
    expect((await remove('metricCategory', categoryId)).json()).toEqual({
      ...{ ok: true, deletion: null },
    })
    expect(await rowsOf('metric_definition')).toBe(1)
    expect(await rowsOf('metric_value')).toBe(3)
    expect(await rowsOf('metric_value_history')).toBe(0)
    const entry = await db
      .selectFrom('auditEntry')
      .select(['details', 'rowId'])
      .where('action', '=', 'definition-deleted')
      .where('rowId', '=', categoryId)
      .executeTakeFirstOrThrow()
    expect(entry.details).toEqual({ metrics: 2, values: 6, earlierValues: 3 })
    expect(await actionsOn(clientId)).toContain('values-changed')
  })

  test('of a session type are its sessions and metrics, each deleted like a single session', async () => {
    const typeId = await newType()
    await makeRow(db, 'sessionMetric', {
      key: 'trust',
      label: 'Trust',
      sessionDefinitionId: typeId,
      position: 1,
    })
    const metric = await makeMetric(db, { key: 'calm' })
    const [sessionId, bare] = [
      await makeSession(db, { clientId, sessionDefinitionId: typeId }),
      await makeSession(db, { clientId, sessionDefinitionId: typeId }),
    ]
    const kept = await makeSession(db, { clientId, sessionDefinitionId })
    await fill(metric, 2, sessionId)
    await sql`insert into metric_value (id, client_id, metric_definition_id, session_id, week_number, numeric_value)
      values (gen_random_uuid(), ${clientId}, ${metric}, ${kept}, 9, 50)`.execute(db)
    const storageKey = await makeRecording(deps, sessionId)
    const assignmentType = await makeAssignmentType(db)
    const [assignmentId, uploadId, executionId] = [newId(), newId(), newId()]
    await makeRow(db, 'assignment', {
      ...{ id: assignmentId, clientId, sessionId, weekNumber: 1 },
      assignmentDefinitionId: assignmentType,
    })
    await makeRow(db, 'upload', {
      ...{ id: uploadId, sessionId: bare, userId: made.coachUserId },
      ...{ fileName: 'a.mp4', sizeBytes: 1 },
    })
    await makeRow(db, 'execution', {
      ...{ id: executionId, sessionId, templateType: 'diarization', templateName: 'x' },
      ...{ isSuccess: true, executionTimeMs: 1, inputData: '"said"', outputData: '"said"' },
    })
    await makeFoundRisk(db, { clientId, sessionId })
    expect(await dependentsOf('sessionDefinition', typeId)).toEqual({
      ...{ sessions: 2, recordings: 1, values: 2, assessments: 1, sessionMetrics: 1 },
    })
    const before = await plan()
    expect((await remove('sessionDefinition', typeId)).statusCode).toBe(200)
    const after = await plan()
    expect(after.state).not.toBe(before.state)
    expect(after.sessions.map(({ id }) => id)).toEqual([kept])
    expect(after.metrics.map(({ weekNumber }) => weekNumber)).toEqual([9])
    expect(after.assignments).toMatchObject([{ id: assignmentId, sessionId: null }])
    expect(await rowsOf('session_metric')).toBe(0)
    expect(await rowsOf('upload')).toBe(0)
    const execution = await db
      .selectFrom('execution')
      .select(['inputData', 'outputData', 'sessionId'])
      .where('id', '=', executionId)
      .executeTakeFirstOrThrow()
    expect(execution).toEqual({ inputData: null, outputData: null, sessionId: null })
    for (const id of [sessionId, bare]) expect(await actionsOn(id)).toContain('session-deleted')
    await sweepDiscarded(deps, (error) => errors.push(error))
    expect(errors).toEqual([])
    expect(await storage.size(storageKey)).toBeUndefined()
    await db.deleteFrom('session').where('id', '=', kept).execute()
  })

  test('of an assignment type are its assignments', async () => {
    const typeId = await makeAssignmentType(db)
    await giveAssignments(typeId, 3)
    expect(await dependentsOf('assignmentDefinition', typeId)).toEqual({ assignments: 3 })
    await remove('assignmentDefinition', typeId)
    expect(await rowsOf('assignment')).toBe(0)
    const logged = await auditEntries(db, { action: 'assignment-deleted', clientId }, ['id'])
    expect(logged).toHaveLength(3)
  })

  test('the remaining definitions close the gap', async () => {
    const ids = [newId(), newId(), newId()]
    await db
      .insertInto('assignmentDefinition')
      .values(ids.map((id, place) => ({ id, name: `Type ${place}`, displayOrder: place + 1 })))
      .execute()
    await remove('assignmentDefinition', ids[1] ?? '')
    expect((await list('assignmentDefinition')).map((it) => [it.id, it.displayOrder])).toEqual([
      [ids[0], 1],
      [ids[2], 2],
    ])
  })
})

describe('a large deletion', () => {
  const plannedMetric = async () => {
    const categoryId = await makeMetricCategory(db)
    const id = await makeMetric(db, { key: 'calm', categoryId, dataSource: 'manual' })
    await fill(id, many)
    const { deletion } = (await remove('metricDefinition', id)).json<{
      deletion: DefinitionDeletion
    }>()
    return { id, categoryId, deletion }
  }

  test('is hidden at once, starts after a delay, and can be undone until then', async () => {
    const ids = [newId(), newId(), newId()]
    await db
      .insertInto('assignmentDefinition')
      .values(ids.map((id, place) => ({ id, name: `Type ${place}`, displayOrder: place + 1 })))
      .execute()
    const [first = '', second = '', third = ''] = ids
    await giveAssignments(second, many)
    const { deletion } = (await remove('assignmentDefinition', second)).json<{
      deletion: DefinitionDeletion
    }>()
    expect(deletion).toMatchObject({
      ...{ kind: 'assignmentDefinition', name: 'Type 1', total: many, done: 0 },
    })
    expect(deletion.undoableMs).toBeGreaterThan(0)
    expect(await underWay()).toMatchObject([{ id: deletion.id }])
    expect((await list('assignmentDefinition')).map((it) => it.id)).toEqual([first, third])
    expect((await plan()).assignments).toEqual([])
    expect(await rowsOf('assignment')).toBe(many)
    expect((await remove('assignmentDefinition', second)).statusCode).toBe(404)
    const given = await call(
      {
        method: 'POST',
        url: `/api/clients/${clientId}/assignments`,
        payload: { assignmentDefinitionId: second, dueDate: null, note: '' },
      },
      coach,
    )
    expect(given.statusCode).toBe(422)
    // Nothing is deleted before that.
    await run(deletion.id)
    expect(await rowsOf('assignment')).toBe(many)

    expect((await undo(deletion.id)).statusCode).toBe(200)
    expect((await list('assignmentDefinition')).map((it) => [it.id, it.displayOrder])).toEqual([
      [first, 1],
      [second, 2],
      [third, 3],
    ])
    expect((await plan()).assignments).toHaveLength(many)
    expect(await underWay()).toEqual([])
    expect((await undo(deletion.id)).statusCode).toBe(404)
    expect(await actionsOn(second)).toEqual([
      'definition-deletion-planned',
      'definition-deletion-undone',
    ])
    await run(deletion.id)
    expect(await rowsOf('assignment')).toBe(many)
  })

  test('runs in batches, shows its progress, and can no longer be undone', async () => {
    const { id, deletion } = await plannedMetric()
    await makeDue(deletion.id)
    const stopping = new AbortController()
    // A locked row stops it in the middle of a batch.
    const held = await db.startTransaction().execute()
    await sql`select from metric_value where id = (
      select id from metric_value where metric_definition_id = ${id} order by id offset 500 limit 1) for update`.execute(
      held,
    )
    const running = run(deletion.id, 100, stopping.signal)
    await expect.poll(async () => (await underWay())[0]?.done, { timeout: 20_000 }).toBe(500)
    expect((await underWay())[0]).toMatchObject({ total: many, undoableMs: 0 })
    const refused = await undo(deletion.id)
    expect(refused.statusCode).toBe(409)
    expect(refused.json<ErrorBody>().error).toBe(
      'This metric is already being deleted, which cannot be undone.',
    )
    stopping.abort()
    await held.rollback().execute()
    await running
    expect(await rowsOf('metric_value')).toBe(many - 600)
    await run(deletion.id)
    expect(await rowsOf('metric_value')).toBe(0)
    expect(await rowsOf('metric_definition')).toBe(0)
    expect(await underWay()).toEqual([])
    expect(errors).toEqual([])
    expect(await actionsOn(id)).toEqual(['definition-deletion-planned', 'definition-deleted'])
    const logged = await db
      .selectFrom('auditEntry')
      .select('userId')
      .where('rowId', '=', id)
      .where('action', '=', 'definition-deleted')
      .executeTakeFirst()
    expect(logged?.userId).toBe(made.systemUserId)
  })

  test('is run by one worker, and continued by another after a crash', async () => {
    const { id, deletion } = await plannedMetric()
    await makeDue(deletion.id)
    await sql`update definition_deletion set leased_until = now() + interval '1 minute', fence = 7`.execute(
      db,
    )
    await run(deletion.id)
    await enqueueDueDeletions(db, deps.queue)
    expect(await rowsOf('metric_value')).toBe(many)
    const queued = async () =>
      (
        await sql`select from graphile_worker.jobs
          where key = ${`delete-definition:${deletion.id}`} and run_at <= now()`.execute(db)
      ).rows.length
    expect(await queued()).toBe(0)
    await sql`update definition_deletion set leased_until = now()`.execute(db)
    await sql`select graphile_worker.remove_job(${`delete-definition:${deletion.id}`})`.execute(db)
    await enqueueDueDeletions(db, deps.queue)
    expect(await queued()).toBe(1)
    await Promise.all([run(deletion.id), run(deletion.id)])
    expect(await rowsOf('metric_value')).toBe(0)
    expect(
      await db.selectFrom('metricDefinition').where('id', '=', id).selectAll().execute(),
    ).toEqual([])
  })

  /** Makes deleting a value of a metric fail; returns a function that repairs it. */
  async function breakValue(metricDefinitionId: string, place: number) {
    const { id } = await db
      .selectFrom('metricValue')
      .select('id')
      .where('metricDefinitionId', '=', metricDefinitionId)
      .orderBy('id')
      .offset(place)
      .executeTakeFirstOrThrow()
    await sql`create function broken_value() returns trigger language plpgsql as $$
      begin raise exception 'The disk is full.'; end $$`.execute(db)
    await sql`create trigger broken_value before delete on metric_value
      for each row when (old.id = ${sql.lit(id)}) execute function broken_value()`.execute(db)
    return () => sql`drop function broken_value cascade`.execute(db)
  }
  async function runUntilGivenUp(id: string) {
    let runs = 0
    for (; !(await underWay())[0]?.isFailed && runs < 50; runs++) {
      await makeDue(id)
      await run(id)
    }
    return runs
  }
  const retry = (id: string) =>
    call({ method: 'POST', url: `/api/admin/definition-deletions/${id}/retry` }, system)

  test('fails after several attempts, and can be undone if nothing was deleted', async () => {
    const { id, deletion } = await plannedMetric()
    expect(deletion).toMatchObject({ isFailed: false, isUndoable: true })
    const mend = await breakValue(id, 50)
    expect(await runUntilGivenUp(deletion.id)).toBe(maxDeletionAttempts)
    expect(errors).toHaveLength(maxDeletionAttempts)
    expect((await underWay())[0]).toMatchObject({
      ...{ done: 0, undoableMs: 0, isFailed: true, isUndoable: true },
    })
    await sql`select graphile_worker.remove_job(${`delete-definition:${deletion.id}`})`.execute(db)
    await enqueueDueDeletions(db, deps.queue)
    const { rows } = await sql`select from graphile_worker.jobs
      where key = ${`delete-definition:${deletion.id}`}`.execute(db)
    expect(rows).toEqual([])
    await run(deletion.id)
    expect(errors).toHaveLength(maxDeletionAttempts)
    expect((await undo(deletion.id)).statusCode).toBe(200)
    expect((await list('metricDefinition')).map((it) => it.id)).toEqual([id])
    expect((await retry(deletion.id)).statusCode).toBe(404)
    await mend()
  })

  test('that failed in the middle can be continued on request, and not be undone', async () => {
    const { id, deletion } = await plannedMetric()
    const mend = await breakValue(id, 550)
    // Five batches succeed first.
    expect(await runUntilGivenUp(deletion.id)).toBe(maxDeletionAttempts)
    expect((await underWay())[0]).toMatchObject({ done: 500, isFailed: true, isUndoable: false })
    expect((await undo(deletion.id)).statusCode).toBe(409)
    await mend()
    const both = await Promise.all([retry(deletion.id), retry(deletion.id)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await underWay())[0]).toMatchObject({ isFailed: false, isUndoable: false })
    await run(deletion.id)
    expect(await rowsOf('metric_value')).toBe(0)
    expect(await actionsOn(id)).toEqual([
      ...['definition-deletion-planned', 'definition-deletion-retried', 'definition-deleted'],
    ])
  })

  test('of a category hides its metrics, and restores them except one that is deleted on its own', async () => {
    const { id, categoryId, deletion } = await plannedMetric()
    const other = await makeMetric(db, { key: 'rest', categoryId, categoryPosition: 2 })
    await fill(other, 1)
    const answer = await remove('metricCategory', categoryId)
    const all = answer.json<{ deletion: DefinitionDeletion }>().deletion
    expect((await plan()).metricDefinitions).toEqual([])
    expect(await list('metricDefinition')).toEqual([])
    const refused = await undo(deletion.id)
    expect(refused.statusCode).toBe(409)
    expect(refused.json<ErrorBody>().error).toBe(
      'This metric belongs to a metric category that is being deleted. Undo that first.',
    )
    expect((await underWay()).map((it) => it.id)).toEqual([deletion.id, all.id])
    await undo(all.id)
    expect((await list('metricDefinition')).map((it) => it.id)).toEqual([other])
    await undo(deletion.id)
    expect((await list('metricDefinition')).map((it) => it.id)).toEqual([id, other])
  })

  test('of a session type deletes its sessions one by one from the plans', async () => {
    const typeId = await newType()
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId: typeId })
    await makeRecording(deps, sessionId)
    const metric = await makeMetric(db, { key: 'calm' })
    await fill(metric, many, sessionId)
    const { deletion } = (await remove('sessionDefinition', typeId)).json<{
      deletion: DefinitionDeletion
    }>()
    expect(deletion.total).toBe(many + 2)
    const scheduled = await call(
      {
        method: 'POST',
        url: `/api/clients/${clientId}/scheduled-sessions`,
        payload: { sessionDefinitionId: typeId, sessionDate: new Date().toISOString() },
      },
      coach,
    )
    expect(scheduled.statusCode).toBe(422)
    await makeDue(deletion.id)
    await run(deletion.id)
    expect(errors).toEqual([])
    expect((await plan()).sessions).toEqual([])
    expect(await rowsOf('metric_value')).toBe(0)
    expect(await rowsOf('recording')).toBe(0)
    expect(await actionsOn(sessionId)).toEqual(['session-deleted'])
  })
})

test('sessions scheduled while their type is deleted are deleted or rejected', async () => {
  for (let round = 0; round < 5; round++) {
    const typeId = await newType()
    const schedule = () =>
      call(
        {
          method: 'POST',
          url: `/api/clients/${clientId}/scheduled-sessions`,
          payload: { sessionDefinitionId: typeId, sessionDate: new Date().toISOString() },
        },
        coach,
      )
    const answers = await Promise.all([
      ...[schedule(), schedule()],
      sleep(Math.random() * 20).then(() => remove('sessionDefinition', typeId)),
      schedule(),
    ])
    const [first, second, removed, third] = answers.map((it) => it.statusCode)
    expect(removed).toBe(200)
    for (const status of [first, second, third]) expect([200, 422]).toContain(status)
    expect(await rowsOf('session')).toBe(0)
  }
})
