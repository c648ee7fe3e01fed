import { type CellChange, cellName } from '#contract/plans/plan-values.ts'
import { valueWeekError } from '#contract/rules/weeks.ts'
import { requireClientChange } from '../../../platform/access.ts'
import { audit } from '../../audit/audit.ts'
import { lockUntilCommit } from '../../../platform/db/advisory-lock.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import {
  clearValues,
  lockMetrics,
  upsertManualValues,
  listManualValues,
} from './metric-values.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation'>
type Metrics = Awaited<ReturnType<typeof lockMetrics>>
type Noted = Awaited<ReturnType<typeof listManualValues>>

/** All or none. Throws unprocessable or stale with the cells concerned. */
export const writeValues = (
  { db, installation: { timeZone } }: Needs,
  actor: Actor,
  clientId: string,
  values: readonly CellChange[],
) =>
  inTransaction(db, async (tx) => {
    const { createdAt } = await requireClientChange(tx, actor, clientId)
    // Empty cells have no row to lock.
    await lockUntilCommit(tx, `values ${clientId}`)
    const metrics = await lockMetrics(tx, [...new Set(values.map((it) => it.metricDefinitionId))])
    throwFirst(findErrors(values, metrics, { createdAt, timeZone }))
    const before = byCell(await listManualValues(tx, clientId, values))
    requireCurrent(values, before)
    const noted = values.flatMap(({ version: _version, numericValue, ...cell }) =>
      numericValue === null ? [] : [{ ...cell, numericValue }],
    )
    const gone = values.flatMap((it) =>
      it.numericValue === null ? (before.get(cellName(it))?.id ?? []) : [],
    )
    if (noted.length)
      await upsertManualValues(tx, { clientId, authorId: actor.userId, values: noted })
    if (gone.length) await clearValues(tx, { ids: gone, authorId: actor.userId })
    await audit(tx, actor, {
      action: 'values-changed',
      table: 'client',
      rowId: clientId,
      clientId,
      details: { noted: noted.length, cleared: gone.length },
    })
    const after = byCell(await listManualValues(tx, clientId, values))
    return {
      values: values.map((it) => {
        const { metricDefinitionId, weekNumber } = it
        const { id = null, numericValue = null, version = 0 } = after.get(cellName(it)) ?? {}
        return { id, metricDefinitionId, weekNumber, numericValue, version }
      }),
    }
  })

const byCell = (noted: Noted) => new Map(noted.map((it) => [cellName(it), it]))

type CellErrors = Record<string, string>

function findErrors(
  values: readonly CellChange[],
  metrics: Metrics,
  plan: { createdAt: string; timeZone: string },
): CellErrors {
  const byId = new Map(metrics.map((it) => [it.id, it]))
  const now = new Date()
  const faults: CellErrors = {}
  const seen = new Set<string>()
  for (const cell of values) {
    const fault = seen.has(cellName(cell))
      ? 'This cell is listed twice.'
      : (metricError(cell, byId.get(cell.metricDefinitionId)) ??
        valueWeekError(cell.weekNumber, now, plan))
    if (fault) faults[cellName(cell)] = fault
    seen.add(cellName(cell))
  }
  return faults
}

function metricError({ numericValue }: CellChange, metric: Metrics[number] | undefined) {
  if (!metric) return 'This metric no longer exists.'
  if (metric.dataSource !== 'manual') return `${metric.label} cannot be entered manually.`
  const { label, lowest, highest } = metric
  if (numericValue !== null && (numericValue < lowest || numericValue > highest))
    return `${label} must be between ${lowest} and ${highest}.`
  return undefined
}

function throwFirst(faults: CellErrors) {
  const [first] = Object.values(faults)
  if (first) throw new AppError('unprocessable', first, faults)
}

function requireCurrent(values: readonly CellChange[], before: ReturnType<typeof byCell>) {
  const changed = values.filter(
    (it) => it.version !== undefined && it.version !== (before.get(cellName(it))?.version ?? 0),
  )
  if (!changed.length) return
  const sentence = 'Someone else has changed this value. Nothing has been saved yet.'
  throw new AppError(
    'stale',
    sentence,
    Object.fromEntries(changed.map((it) => [cellName(it), sentence])),
  )
}
