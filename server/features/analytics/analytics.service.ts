import {
  type AllAnalytics,
  type Analytics,
  maxComparedOrganizations,
  dominantRisk,
} from '#contract/analytics.ts'
import { isAdmin } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { sumsOf } from './all-organizations.ts'
import { bandsByMonth, organizationName, totalsRows } from './analytics.queries.ts'
import { publishEditions } from './edition/edition.service.ts'
import { getMinimumGroup } from '../settings/installation/settings.queries.ts'
import { coarsen } from './coarsen.ts'
import { publishedFigures } from './published-figures.ts'
import { sixMonths } from './months.ts'
import { countRegistered } from './edition/current-counts.queries.ts'
import { sampleFigures } from './sample-figures.ts'

type Needs = Pick<Deps, 'db' | 'installation'>
type Reader = Pick<Actor, 'userId' | 'roles'>
type View = { id: string; name: string; isPublished: boolean; view: Analytics }

/** Sample figures until enough people are enrolled. Throws not-found where the actor may not read the organization. */
export async function organizationFigures(
  { db, installation: { currency } }: Needs,
  actor: Reader,
  id: string,
  now = new Date(),
) {
  const { name } = await organizationName(db, actor, id)
  const {
    views: [one],
    minGroup,
  } = await viewsOf(db, now, id)
  return {
    ...(one?.isPublished ? one.view : sampleFigures(monthsOf(now), currency)),
    organizationName: name,
    minimumGroup: minGroup,
    minRegistered: minRegisteredFor(one?.view.coverage.eligible ?? 0, minGroup),
    registered: isAdmin(actor) ? await countRegistered(db, id, now) : null,
  }
}

/** Where the rest could never be a group, figures are published once everybody has registered. */
const minRegisteredFor = (eligible: number, minGroup: number) =>
  eligible < 2 * minGroup ? Math.max(minGroup, eligible) : minGroup

export async function allFigures(
  { db }: Pick<Needs, 'db'>,
  now = new Date(),
): Promise<AllAnalytics> {
  const { views, minGroup } = await viewsOf(db, now)
  return {
    organizations: views
      .slice(0, maxComparedOrganizations)
      .map(({ id, name, view: { coverage, risk } }) => {
        const { eligible, enrolled, coveragePercent } = coverage
        const current = risk.at(-1)
        return {
          id,
          name,
          eligible,
          enrolled,
          coveragePercent,
          dominantRisk: current ? dominantRisk(current) : null,
        }
      }),
    minimumGroup: minGroup,
    organizationCount: views.length,
    includedCount: views.filter(({ view }) => view.coverage.enrolled !== null).length,
    all: sumsOf(
      views.map(({ view }) => view),
      monthsOf(now),
    ),
  }
}

const monthsOf = (now: Date) => sixMonths(now).map(({ month }) => month)

async function viewsOf(
  db: Db,
  now: Date,
  id?: string,
): Promise<{ views: View[]; minGroup: number }> {
  await publishEditions(db, now, id === undefined ? undefined : [id])
  const [rows, bands] = await Promise.all([totalsRows(db, id), bandsByMonth(db, id, monthsOf(now))])
  // Read last: it may have been raised since the edition.
  const minGroup = await getMinimumGroup(db)
  const views = rows.map(({ id: organization, name, editionGroupSize, ...figures }) => ({
    id: organization,
    name,
    isPublished: figures.enrolled > 0,
    view: coarsen(publishedFigures({ ...figures, risk: bands(organization) }), {
      // A lowered setting takes effect with the next edition.
      groupSize: Math.max(minGroup, editionGroupSize ?? 0),
      editionGroupSize: editionGroupSize ?? 0,
    }),
  }))
  return { views, minGroup }
}
