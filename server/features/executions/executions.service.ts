import type { Execution, ExecutionFilters } from '#contract/executions/executions.ts'
import { auditOpening } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { findExecution, listPage, countExecutions } from './executions.queries.ts'

type ListQuery = ExecutionFilters & { page: number; limit: number; data: 'include' | 'omit' }

/** A page of the log, with statistics of all that match. Included data is audited as opened. */
export async function listExecutions(
  db: Db,
  actor: Actor,
  { page, limit, data, ...filters }: ListQuery,
) {
  const [stats, logs] = await Promise.all([
    countExecutions(db, filters),
    listPage(db, filters, { offset: (page - 1) * limit, limit }, data),
  ])
  await auditOpened(db, actor, logs)
  return { logs, totalPages: Math.ceil(stats.totalExecutions / limit), stats }
}

export async function openExecution(db: Db, actor: Actor, id: string) {
  const execution = await findExecution(db, id)
  await auditOpened(db, actor, [execution])
  return execution
}

/** Audits executions with data, grouped by client. */
async function auditOpened(db: Db, actor: Actor, executions: readonly Execution[]) {
  const opened = executions.filter((it) => it.inputData !== null || it.outputData !== null)
  for (const [clientId, some] of Map.groupBy(opened, ({ contextId }) => contextId))
    await auditOpening(db, actor, {
      action: 'execution-opened',
      table: 'execution',
      rowIds: some.map(({ id }) => id),
      ...(clientId !== null && { clientId }),
    })
}
