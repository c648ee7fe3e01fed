import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  type DefinitionKind,
  definitionKindNames,
  type CascadeKind,
} from '#contract/definitions/definitions.ts'
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
  getRow,
} from '../../../test/make.ts'
import { definitionCalls } from '../../../test/definitions.ts'
import { testApp } from '../../../test/test-app.ts'
import { getTableName } from '../definitions.service.ts'
import { countDependents } from './dependents.ts'

const app = await testApp()
const { db, deps, storage, call, clientId, sessionDefinitionId } = app
const { system, pathOf, remove, plan, create, formOf, fill, createAssignments, ...rest } =
  await definitionCalls(app)
const { list, rowsOf, actionsOn } = rest

const dependentsOf = async (kind: DefinitionKind, id: string) => {
  const answer = await call({ url: `${pathOf(kind)}/${id}/dependents` }, system)
  const going = answer.json<{ what: string; count: number }[]>()
  return Object.fromEntries(going.map(({ what, count }) => [what, count]))
}

/** Which dependents the database deletes by cascade. */
const countedAs: Record<string, CascadeKind | null> = {
  ...{ metric_definition: 'metrics', session: 'sessions', session_metric: 'sessionMetrics' },
  ...{ metric_value: 'values', metric_value_history: 'earlierValues', assignment: 'assignments' },
  // Values found in sessions: confirmed ones are metric values too.
  analysis_value: null,
  // For a session of this type.
  session_request: null,
}

const tables = definitionKindNames.map(getTableName)

describe('dependents of a definition', () => {
  test('are counted in advance, including those of child definitions', async () => {
    const { rows } = await sql<{ gone: string; together: string }>`
      select conrelid::regclass::text as gone, confrelid::regclass::text as together
      from pg_constraint where contype = 'f' and confdeltype = 'c'`.execute(db)
    const cascadeTables = (table: string): string[] =>
      rows
        .filter(({ together }) => together === table)
        .flatMap(({ gone }) => [gone, ...(tables.includes(gone) ? cascadeTables(gone) : [])])
    for (const kind of definitionKindNames) {
      const counted = await countDependents(db, kind, newId())
      const missing = cascadeTables(getTableName(kind)).filter(
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
    const [entry] = await auditEntries(db, { rowId: categoryId, action: 'definition-deleted' })
    expect(entry?.details).toEqual({ metrics: 2, values: 6, earlierValues: 3 })
    expect(await actionsOn(clientId)).toContain('values-changed')
  })

  test('of a session type are its sessions and metrics, each deleted like a single session', async () => {
    const { id: typeId } = await create('sessionDefinition', formOf.sessionDefinition())
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
      ...{ id: uploadId, sessionId: bare, userId: app.coachUserId },
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
    const execution = await getRow(db, 'execution', executionId)
    expect(execution).toMatchObject({ inputData: null, outputData: null, sessionId: null })
    for (const id of [sessionId, bare]) expect(await actionsOn(id)).toContain('session-deleted')
    await sweepDiscarded(deps, (error) => {
      throw error
    })
    expect(await storage.size(storageKey)).toBeUndefined()
    await db.deleteFrom('session').where('id', '=', kept).execute()
  })

  test('of an assignment type are its assignments', async () => {
    const typeId = await makeAssignmentType(db)
    await createAssignments(typeId, 3)
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
    expect((await list('assignmentDefinition')).map((it) => [it.id, it['displayOrder']])).toEqual([
      [ids[0], 1],
      [ids[2], 2],
    ])
  })
})
