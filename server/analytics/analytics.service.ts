import {
  type AllAnalytics,
  type Analytics,
  minimumGroup,
  mostCompared,
  mostlyIn,
} from '#contract/analytics.ts'
import { isAdmin } from '#contract/roles.ts'
import type { Db } from '../db/db.ts'
import type { Actor } from '../http/mount.ts'
import { sumsOf } from './all-organizations.ts'
import { bandsByMonth, organizationName, totalsRows } from './analytics.queries.ts'
import { makeEditions } from './edition.service.ts'
import { shown } from './group-size.ts'
import { sixMonths } from './months.ts'
import { registeredIn } from './present.queries.ts'
import { sampleFigures } from './sample-figures.ts'

type Reader = Pick<Actor, 'userId' | 'roles'>
type View = { id: string; name: string; isTold: boolean; view: Analytics }

/** What may be told about one organization: the sample until it is about enough people. Throws not-found for another's. */
export async function organizationFigures(db: Db, actor: Reader, id: string, now = new Date()) {
  const { name } = await organizationName(db, actor, id)
  const [one] = await viewsOf(db, now, id)
  return {
    ...(one?.isTold ? one.view : sampleFigures(monthsOf(now))),
    organizationName: name,
    leastRegistered: leastRegistered(one?.view.coverage.eligible ?? 0),
    registered: isAdmin(actor) ? await registeredIn(db, id, now) : null,
  }
}

/** Where the others could never be a group beside six, the figures are told when nobody remains. */
const leastRegistered = (eligible: number) =>
  eligible < 2 * minimumGroup ? Math.max(minimumGroup, eligible) : minimumGroup

export async function allFigures(db: Db, now = new Date()): Promise<AllAnalytics> {
  const views = await viewsOf(db, now)
  return {
    organizations: views.slice(0, mostCompared).map(({ id, name, view: { coverage, risk } }) => {
      const { eligible, enrolled, coveragePercent } = coverage
      const current = risk.at(-1)
      return {
        id,
        name,
        eligible,
        enrolled,
        coveragePercent,
        mostlyIn: current ? mostlyIn(current) : null,
      }
    }),
    organizationCount: views.length,
    includedCount: views.filter(({ view }) => view.coverage.enrolled !== null).length,
    all: sumsOf(
      views.map(({ view }) => view),
      monthsOf(now),
    ),
  }
}

const monthsOf = (now: Date) => sixMonths(now).map(({ month }) => month)

async function viewsOf(db: Db, now: Date, id?: string): Promise<View[]> {
  await makeEditions(db, now, id === undefined ? undefined : [id])
  const [rows, bands] = await Promise.all([totalsRows(db, id), bandsByMonth(db, id, monthsOf(now))])
  return rows.map(({ id: organization, name, ...figures }) => ({
    id: organization,
    name,
    isTold: figures.enrolled > 0,
    view: shown({ ...figures, risk: bands(organization) }),
  }))
}
