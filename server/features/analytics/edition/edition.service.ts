import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { getMinimumGroup } from '../../settings/installation/settings.queries.ts'
import { nextEdition, unpublishedMonths } from './edition.ts'
import {
  type EditionChange,
  editionsOf,
  deleteEditions,
  lockOrganizations,
  saveEditions,
  organizationsDue,
} from './edition.queries.ts'
import { sixMonths } from '../months.ts'
import { countCurrentClients } from './current-counts.queries.ts'

/** Sessions of a batch are read in one pass. */
const batchSize = 2000

/** Publishes due editions of these organizations, or of all. */
export async function publishEditions(
  db: Db,
  now: Date,
  organizationIds: readonly string[] | undefined,
) {
  const groupSize = await getMinimumGroup(db)
  const due = await organizationsDue(db, now, { organizationIds, groupSize })
  for (let from = 0; from < due.length; from += batchSize)
    await inTransaction(db, (tx) => updateEditions(tx, now, due.slice(from, from + batchSize)))
}

async function updateEditions(tx: Db, now: Date, organizationIds: readonly string[]) {
  const locked = await lockOrganizations(tx, organizationIds)
  // Another request may have published them.
  const groupSize = await getMinimumGroup(tx)
  const due = new Set(await organizationsDue(tx, now, { organizationIds, groupSize }))
  const editions = await editionsOf(tx, [...due])
  const months = sixMonths(now)
  const monthNames = months.map((it) => it.month)
  const monthsToCount = new Set(
    [...due].flatMap((id) => unpublishedMonths(monthNames, editions.get(id))),
  )
  const present = await countCurrentClients(
    tx,
    [...due],
    months.filter((it) => monthsToCount.has(it.month)),
    now,
  )
  const changes: EditionChange[] = []
  const deletedIds: string[] = []
  for (const { id, eligible } of locked.filter((it) => due.has(it.id))) {
    const before = editions.get(id)
    const moment = { present: present.get(id) ?? new Map(), eligible, months: monthNames }
    const after = nextEdition(before, moment, groupSize)
    if (after) changes.push({ organizationId: id, before, after })
    else if (before) deletedIds.push(id)
  }
  await saveEditions(tx, changes, now)
  if (deletedIds.length) await deleteEditions(tx, deletedIds)
}
