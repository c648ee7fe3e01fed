import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { getMinimumGroup } from '../../settings/installation/settings.queries.ts'
import { nextEdition, untold } from './edition.ts'
import {
  type Change,
  editionsOf,
  forgetEditions,
  holdOrganizations,
  keepEditions,
  organizationsToCount,
} from './edition.queries.ts'
import { sixMonths } from '../months.ts'
import { presentIn } from '../overview/present.queries.ts'

/** Organizations that are counted together: of so many, all sessions are read in one pass, whosoever they are. */
const maxConcurrent = 2000

/** Makes the editions that are due of these organizations, or of all. */
export async function makeEditions(
  db: Db,
  now: Date,
  organizationIds: readonly string[] | undefined,
) {
  const least = await getMinimumGroup(db)
  const due = await organizationsToCount(db, now, { organizationIds, least })
  for (let from = 0; from < due.length; from += maxConcurrent)
    await inTransaction(db, (tx) => countAnew(tx, now, due.slice(from, from + maxConcurrent)))
}

async function countAnew(tx: Db, now: Date, organizationIds: readonly string[]) {
  const held = await holdOrganizations(tx, organizationIds)
  // Somebody else may have counted them meanwhile.
  const least = await getMinimumGroup(tx)
  const due = new Set(await organizationsToCount(tx, now, { organizationIds, least }))
  const editions = await editionsOf(tx, [...due])
  const months = sixMonths(now)
  const names = months.map((it) => it.month)
  const asked = new Set([...due].flatMap((id) => untold(names, editions.get(id))))
  const present = await presentIn(
    tx,
    [...due],
    months.filter((it) => asked.has(it.month)),
    now,
  )
  const changes: Change[] = []
  const ended: string[] = []
  for (const { id, eligible } of held.filter((it) => due.has(it.id))) {
    const before = editions.get(id)
    const moment = { present: present.get(id) ?? new Map(), eligible, months: names }
    const after = nextEdition(before, moment, least)
    if (after) changes.push({ organizationId: id, before, after })
    else if (before) ended.push(id)
  }
  await keepEditions(tx, changes, now)
  if (ended.length) await forgetEditions(tx, ended)
}
