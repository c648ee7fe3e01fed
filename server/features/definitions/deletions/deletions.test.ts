import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  type DefinitionDeletion,
  maxDeletedImmediately,
  undoableMs,
} from '#contract/definitions/definitions.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { auditEntries, makeMetric, makeMetricCategory, makeSession } from '../../../test/make.ts'
import { definitionCalls } from '../../../test/definitions.ts'
import { runQueuedJobs, secondsUntil } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { db, deps, call, clientId } = app
const {
  system,
  coach,
  remove,
  list,
  plan,
  create,
  formOf,
  fill,
  createAssignments,
  rowsOf,
  actionsOn,
} = await definitionCalls(app)

const inProgress = async () =>
  (await call({ url: '/api/admin/definition-deletions' }, system)).json<DefinitionDeletion[]>()
const undo = (id: string) =>
  call({ method: 'POST', url: `/api/admin/definition-deletions/${id}/undo` }, system)
const schedule = (sessionDefinitionId: string) =>
  call(
    {
      method: 'POST',
      url: `/api/clients/${clientId}/scheduled-sessions`,
      payload: { sessionDefinitionId, sessionDate: new Date().toISOString() },
    },
    coach,
  )
const many = maxDeletedImmediately + 1

/** Runs until it has ended or is given up. Returns the number of runs. */
async function deleteAll(onError?: (error: Error) => void) {
  let runs = 0
  while (await runQueuedJobs(app, 'delete-definition', onError && { onError })) runs++
  return runs
}

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
    await createAssignments(second, many)
    const { deletion } = (await remove('assignmentDefinition', second)).json<{
      deletion: DefinitionDeletion
    }>()
    expect(deletion).toMatchObject({
      ...{ kind: 'assignmentDefinition', name: 'Type 1', total: many, done: 0 },
    })
    expect(deletion.undoableMs).toBeGreaterThan(0)
    expect(await inProgress()).toMatchObject([{ id: deletion.id }])
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
    const wait = await secondsUntil(app, 'delete-definition', { id: deletion.id })
    expect(wait).toBeGreaterThan(undoableMs / 1000 - 5)

    expect((await undo(deletion.id)).statusCode).toBe(200)
    expect((await list('assignmentDefinition')).map((it) => [it.id, it['displayOrder']])).toEqual([
      [first, 1],
      [second, 2],
      [third, 3],
    ])
    expect((await plan()).assignments).toHaveLength(many)
    expect(await inProgress()).toEqual([])
    expect((await undo(deletion.id)).statusCode).toBe(404)
    expect(await actionsOn(second)).toEqual([
      'definition-deletion-planned',
      'definition-deletion-undone',
    ])
    expect(await deleteAll()).toBe(0)
  })

  test('runs in batches, shows its progress, and can no longer be undone', async () => {
    const { id, deletion } = await plannedMetric()
    await runQueuedJobs(app, 'delete-definition')
    expect((await inProgress())[0]).toMatchObject({ total: many, done: 200, undoableMs: 0 })
    expect(await rowsOf('metric_value')).toBe(many - 200)
    const refused = await undo(deletion.id)
    expect(refused.statusCode).toBe(409)
    expect(refused.json<ErrorBody>().error).toBe(
      'This metric is already being deleted, which cannot be undone.',
    )
    await deleteAll()
    expect(await rowsOf('metric_value')).toBe(0)
    expect(await rowsOf('metric_definition')).toBe(0)
    expect(await inProgress()).toEqual([])
    expect(await actionsOn(id)).toEqual(['definition-deletion-planned', 'definition-deleted'])
    const [logged] = await auditEntries(db, { rowId: id, action: 'definition-deleted' })
    expect(logged?.userId).toBe(app.systemUserId)
  })

  const ignore = () => undefined
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
  const retry = (id: string) =>
    call({ method: 'POST', url: `/api/admin/definition-deletions/${id}/retry` }, system)

  test('fails after several attempts, and can be undone if nothing was deleted', async () => {
    const { id, deletion } = await plannedMetric()
    expect(deletion).toMatchObject({ isFailed: false, isUndoable: true })
    const mend = await breakValue(id, 50)
    expect(await deleteAll(ignore)).toBe(8)
    expect((await inProgress())[0]).toMatchObject({
      ...{ done: 0, undoableMs: 0, isFailed: true, isUndoable: true },
    })
    expect((await undo(deletion.id)).statusCode).toBe(200)
    expect((await list('metricDefinition')).map((it) => it.id)).toEqual([id])
    expect((await retry(deletion.id)).statusCode).toBe(404)
    await mend()
  })

  test('that failed in the middle can be continued on request, and not be undone', async () => {
    const { id, deletion } = await plannedMetric()
    const mend = await breakValue(id, 550)
    // Two batches succeed first.
    expect(await deleteAll(ignore)).toBe(2 + 8)
    expect((await inProgress())[0]).toMatchObject({ done: 400, isFailed: true, isUndoable: false })
    expect((await undo(deletion.id)).statusCode).toBe(409)
    await mend()
    const both = await Promise.all([retry(deletion.id), retry(deletion.id)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await inProgress())[0]).toMatchObject({ isFailed: false, isUndoable: false })
    await deleteAll()
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
    expect((await inProgress()).map((it) => it.id)).toEqual([deletion.id, all.id])
    await undo(all.id)
    expect((await list('metricDefinition')).map((it) => it.id)).toEqual([other])
    await undo(deletion.id)
    expect((await list('metricDefinition')).map((it) => it.id)).toEqual([id, other])
  })

  test('of a session type deletes its sessions one by one from the plans', async () => {
    const { id: typeId } = await create('sessionDefinition', formOf.sessionDefinition())
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId: typeId })
    await makeRecording(deps, sessionId)
    const metric = await makeMetric(db, { key: 'calm' })
    await fill(metric, many, sessionId)
    const { deletion } = (await remove('sessionDefinition', typeId)).json<{
      deletion: DefinitionDeletion
    }>()
    expect(deletion.total).toBe(many + 2)
    expect((await schedule(typeId)).statusCode).toBe(422)
    await deleteAll()
    expect((await plan()).sessions).toEqual([])
    expect(await rowsOf('metric_value')).toBe(0)
    expect(await rowsOf('recording')).toBe(0)
    expect(await actionsOn(sessionId)).toEqual(['session-deleted'])
  })
})

test('sessions scheduled while their type is deleted are deleted or rejected', async () => {
  for (let round = 0; round < 5; round++) {
    const { id: typeId } = await create('sessionDefinition', formOf.sessionDefinition())
    const answers = await Promise.all([
      ...[schedule(typeId), schedule(typeId)],
      sleep(Math.random() * 20).then(() => remove('sessionDefinition', typeId)),
      schedule(typeId),
    ])
    const [first, second, removed, third] = answers.map((it) => it.statusCode)
    expect(removed).toBe(200)
    for (const status of [first, second, third]) expect([200, 422]).toContain(status)
    expect(await rowsOf('session')).toBe(0)
  }
})
