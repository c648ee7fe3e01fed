import type { Execution, ExecutionFilters } from '#contract/executions.ts'
import { auditOpening } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { executionOf, pageOf, statsOf } from './executions.queries.ts'

type Asked = ExecutionFilters & { page: number; limit: number; data: 'include' | 'omit' }

/** A page of the log with the figures of all that match. What was sent and came back, where it is in it, counts as opened. */
export async function listedExecutions(
  db: Db,
  actor: Actor,
  { page, limit, data, ...filters }: Asked,
) {
  const [stats, logs] = await Promise.all([
    statsOf(db, filters),
    pageOf(db, filters, { offset: (page - 1) * limit, limit }, data),
  ])
  await noteOpened(db, actor, logs)
  return { logs, totalPages: Math.ceil(stats.totalExecutions / limit), stats }
}

export async function openExecution(db: Db, actor: Actor, id: string) {
  const execution = await executionOf(db, id)
  await noteOpened(db, actor, [execution])
  return execution
}

/** Logs the opening of those that hold what was said, for each of their clients. */
async function noteOpened(db: Db, actor: Actor, executions: readonly Execution[]) {
  const opened = executions.filter((it) => it.inputData !== null || it.outputData !== null)
  for (const [clientId, some] of Map.groupBy(opened, ({ contextId }) => contextId))
    await auditOpening(db, actor, {
      action: 'execution-opened',
      table: 'execution',
      rowIds: some.map(({ id }) => id),
      ...(clientId !== null && { clientId }),
    })
}
