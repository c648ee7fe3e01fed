import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { type DefinitionKind, definitionKinds } from '#contract/definitions/definitions.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { auditEntries } from './make.ts'
import type { testApp } from './test-app.ts'

export type Definition = { id: string; version: number } & Record<string, unknown>

/**
 * API calls about definitions. Before each test every kind is empty, except a category and the session type of
 * `makePeople`. Call once per test file, at the top.
 */
export async function definitionCalls(made: Awaited<ReturnType<typeof testApp>>) {
  const { db, call, signIn, emails, clientId, sessionDefinitionId } = made
  const system = await signIn(emails.system)
  const coach = await signIn(emails.coach)
  const pathOf = (kind: DefinitionKind) => definitionKinds[kind].list.path
  const send = (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    cookie = system,
  ) => call({ method, url, ...(payload && { payload }) }, cookie)
  const create = async (kind: DefinitionKind, form: object) => {
    const answer = await send('POST', pathOf(kind), form)
    expect(answer.statusCode).toBe(200)
    return answer.json<Definition>()
  }
  let categoryId = ''
  beforeEach(async () => {
    await db.deleteFrom('definitionDeletion').execute()
    for (const table of ['metricCategory', 'sessionMetric', 'assignmentDefinition'] as const)
      await db.deleteFrom(table).execute()
    await db.deleteFrom('sessionDefinition').where('id', '<>', sessionDefinitionId).execute()
    categoryId = (await create('metricCategory', { name: 'Wellbeing' })).id
  })

  let count = 0
  /** The n-th pair of letters: keys contain no digits. */
  const letters = (n: number) => String.fromCodePoint(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))
  const formOf: Record<DefinitionKind, () => Record<string, unknown>> = {
    metricCategory: () => ({ name: `Category ${++count}` }),
    metricDefinition: () => ({ key: `metric_${letters(++count)}`, label: 'Calm', categoryId }),
    sessionMetric: () => ({
      ...{ key: `metric_${letters(++count)}`, label: 'Trust' },
      sessionTypeId: sessionDefinitionId,
    }),
    sessionDefinition: () => ({ name: `Type ${++count}`, description: 'What it is for' }),
    assignmentDefinition: () => ({ name: `Type ${++count}` }),
  }

  return {
    ...{ system, coach, pathOf, send, create, formOf },
    categoryId: () => categoryId,
    list: async (kind: DefinitionKind) =>
      (await call({ url: pathOf(kind) }, system)).json<Definition[]>(),
    put: (kind: DefinitionKind, id: string, form: object) =>
      send('PUT', `${pathOf(kind)}/${id}`, form),
    move: (kind: DefinitionKind, id: string, body: object) =>
      send('POST', `${pathOf(kind)}/${id}/move`, body),
    remove: (kind: DefinitionKind, id: string) => send('DELETE', `${pathOf(kind)}/${id}`),
    plan: async () =>
      (
        await call({ url: `/api/clients/${clientId}/sessions-and-metrics` }, coach)
      ).json<SessionsAndMetrics>(),
    /** One value per week of a metric. */
    fill: (metricDefinitionId: string, weeks: number, sessionId: string | null = null) =>
      sql`insert into metric_value
          (id, client_id, metric_definition_id, session_id, week_number, numeric_value)
        select gen_random_uuid(), ${clientId}, ${metricDefinitionId}, ${sessionId}, it, 50
        from generate_series(1, ${weeks}) as it`.execute(db),
    createAssignments: (typeId: string, weeks: number) =>
      sql`insert into assignment (id, client_id, assignment_definition_id, week_number)
        select gen_random_uuid(), ${clientId}, ${typeId}, it
        from generate_series(1, ${weeks}) as it`.execute(db),
    rowsOf: async (table: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table)}`.execute(db)
      return rows[0]?.count
    },
    actionsOn: async (rowId: string) =>
      (await auditEntries(db, { rowId }, ['action'])).map(({ action }) => action),
  }
}
