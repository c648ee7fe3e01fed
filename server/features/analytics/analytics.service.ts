import { type AllAnalytics, type Analytics, mostCompared, mostlyIn } from '#contract/analytics.ts'
import { isAdmin } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { sumsOf } from './all-organizations.ts'
import { bandsByMonth, organizationName, totalsRows } from './analytics.queries.ts'
import { makeEditions } from './edition/edition.service.ts'
import { getMinimumGroup } from '../settings/installation/settings.queries.ts'
import { coarser } from './coarser.ts'
import { shown } from './group-size.ts'
import { sixMonths } from './months.ts'
import { registeredIn } from './overview/present.queries.ts'
import { sampleFigures } from './sample-figures.ts'

type Needs = Pick<Deps, 'db' | 'installation'>
type Reader = Pick<Actor, 'userId' | 'roles'>
type View = { id: string; name: string; isTold: boolean; view: Analytics }

/** What may be told about one organization: the sample until it is about enough people. Throws not-found for another's. */
export async function organizationFigures(
  { db, installation: { currency } }: Needs,
  actor: Reader,
  id: string,
  now = new Date(),
) {
  const { name } = await organizationName(db, actor, id)
  const {
    views: [one],
    least,
  } = await viewsOf(db, now, id)
  return {
    ...(one?.isTold ? one.view : sampleFigures(monthsOf(now), currency)),
    organizationName: name,
    minimumGroup: least,
    leastRegistered: leastRegistered(one?.view.coverage.eligible ?? 0, least),
    registered: isAdmin(actor) ? await registeredIn(db, id, now) : null,
  }
}

/** Where the others could never be a group beside the least, the figures are told when nobody remains. */
const leastRegistered = (eligible: number, least: number) =>
  eligible < 2 * least ? Math.max(least, eligible) : least

export async function allFigures(
  { db }: Pick<Needs, 'db'>,
  now = new Date(),
): Promise<AllAnalytics> {
  const { views, least } = await viewsOf(db, now)
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
    minimumGroup: least,
    organizationCount: views.length,
    includedCount: views.filter(({ view }) => view.coverage.enrolled !== null).length,
    all: sumsOf(
      views.map(({ view }) => view),
      monthsOf(now),
    ),
  }
}

const monthsOf = (now: Date) => sixMonths(now).map(({ month }) => month)

async function viewsOf(db: Db, now: Date, id?: string): Promise<{ views: View[]; least: number }> {
  await makeEditions(db, now, id === undefined ? undefined : [id])
  const [rows, bands] = await Promise.all([totalsRows(db, id), bandsByMonth(db, id, monthsOf(now))])
  // Asked last: what was read was made for a size that may have been raised meanwhile.
  const least = await getMinimumGroup(db)
  const views = rows.map(({ id: organization, name, madeFor, ...figures }) => ({
    id: organization,
    name,
    isTold: figures.enrolled > 0,
    view: coarser(shown({ ...figures, risk: bands(organization) }), {
      // What was promised to those who are counted holds until the next edition.
      least: Math.max(least, madeFor ?? 0),
      madeFor: madeFor ?? 0,
    }),
  }))
  return { views, least }
}
