import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { getMinimumGroup } from '../../settings/installation/settings.queries.ts'
import { insertReports } from '../reports/reports.queries.ts'
import { countCurrentClients } from './current-counts.queries.ts'
import { nextEdition, unpublishedMonths } from './edition.ts'
import { lastMonths, monthsShown } from './periods.ts'
import {
  listEditions,
  lockOrganizations,
  organizationsDue,
  replaceEditions,
} from './edition.queries.ts'

/** Small, because other requests wait while a batch is computed. */
const batchSize = 20

/** Publishes due editions of these organizations, or of all: that takes long for many, so it is a job. */
export async function publishDueEditions(
  db: Db,
  now: Date,
  organizationIds: readonly string[] | undefined,
) {
  const due = await organizationsDue(db, now, organizationIds)
  for (let from = 0; from < due.length; from += batchSize)
    await inTransaction(db, (tx) => updateEditions(tx, now, due.slice(from, from + batchSize)))
}

async function updateEditions(tx: Db, now: Date, organizationIds: readonly string[]) {
  const locked = await lockOrganizations(tx, organizationIds)
  // Another request may have published them.
  const due = await organizationsDue(tx, now, organizationIds)
  const groupSize = await getMinimumGroup(tx)
  const editions = await listEditions(tx, due)
  const months = lastMonths(now, monthsShown.participation)
  const monthNames = months.map((it) => it.month)
  const monthsToCount = new Set(
    due.flatMap((id) => unpublishedMonths(monthNames, editions.get(id))),
  )
  const present = await countCurrentClients(
    tx,
    due,
    months.filter((it) => monthsToCount.has(it.month)),
    now,
  )
  const changes = locked.flatMap(({ id, ...terms }) => {
    const before = editions.get(id)
    const current = {
      present: present.get(id) ?? new Map(),
      eligible: terms.eligible,
      months: monthNames,
    }
    const after = due.includes(id) ? nextEdition(before, current, groupSize) : undefined
    return after ? [{ organizationId: id, before, after, terms }] : []
  })
  await replaceEditions(tx, due, changes, now)
  await insertReports(tx, changes, now)
}
