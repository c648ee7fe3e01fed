import {
  type AllAnalytics,
  type Analytics,
  maxComparedOrganizations,
  dominantRisk,
} from '#contract/analytics/analytics.ts'
import { isAdmin } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { sumOrganizations } from './all-organizations.ts'
import { countOrganizations, listTotals, organizationName } from './analytics.queries.ts'
import { publishDueEditions } from './edition/edition.service.ts'
import { getMinimumGroup } from '../settings/installation/settings.queries.ts'
import { type Bands } from './edition/edition.ts'
import { lastMonths, monthsShown } from './edition/periods.ts'
import { publishedNow, toFigures } from './published-figures.ts'
import { countCounted } from './edition/current-counts.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation'>
type Reader = Pick<Actor, 'userId' | 'roles'>
type View = { id: string; name: string; isPublished: boolean; view: Analytics }

/** Sample figures until enough people are enrolled. Throws not-found if the actor may not read the organization. */
export async function organizationFigures(
  { db, installation: { currency } }: Needs,
  actor: Reader,
  id: string,
  now = new Date(),
) {
  const { name } = await organizationName(db, actor, id)
  await publishDueEditions(db, now, [id])
  const {
    views: [one],
    minGroup,
  } = await buildViews(db, now, { id, isForAdmin: isAdmin(actor) })
  return {
    ...(one?.isPublished ? one.view : sampleFigures(now, currency)),
    organizationName: name,
    minimumGroup: minGroup,
    minCounted: minCountedFor(one?.view.coverage.eligible ?? 0, minGroup),
    counted: isAdmin(actor) ? await countCounted(db, id, now) : null,
  }
}

/** Where the rest could never be a group, figures are published once everybody counts. */
const minCountedFor = (eligible: number, minGroup: number) =>
  eligible < 2 * minGroup ? Math.max(minGroup, eligible) : minGroup

/** As last published, because publishing for all takes long (edition.service.ts). */
export async function allFigures(
  { db }: Pick<Needs, 'db'>,
  now = new Date(),
): Promise<AllAnalytics> {
  const { views, minGroup } = await buildViews(db, now, { isForAdmin: true })
  const { count, eligible: invited } = await countOrganizations(db)
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
    organizationCount: count,
    includedCount: views.filter(({ view }) => view.coverage.enrolled !== null).length,
    all: sumOrganizations(
      views.map(({ view }) => view),
      { invited, months: listMonths(now) },
    ),
  }
}

const listMonths = (now: Date, count = monthsShown.risk) =>
  lastMonths(now, count).map(({ month }) => month)

async function buildViews(
  db: Db,
  now: Date,
  { id, isForAdmin }: { id?: string; isForAdmin: boolean },
): Promise<{ views: View[]; minGroup: number }> {
  const rows = await listTotals(db, id)
  // Read last: it may have been raised since the edition.
  const minGroup = await getMinimumGroup(db)
  const views = rows.map((row) => {
    const { id: organizationId, name, editionGroupSize, months, participation, ...found } = row
    const figures = toFigures(
      { ...found, registered: isForAdmin ? found.registered : null },
      {
        risk: new Map(Object.entries((months ?? {}) as Record<string, Bands>)),
        participation: new Map(Object.entries((participation ?? {}) as Record<string, number>)),
      },
      listMonths(now, monthsShown.participation),
    )
    return {
      id: organizationId,
      name,
      isPublished: figures.enrolled > 0,
      view: publishedNow(figures, editionGroupSize ?? minGroup, minGroup),
    }
  })
  return { views, minGroup }
}

/** Eleven people at high, medium and low risk, whose burnout decreases from month to month. */
const course = [
  [7, 3, 1],
  [6, 4, 1],
  [4, 6, 1],
  [2, 7, 2],
  [1, 6, 4],
  [1, 4, 6],
] as const

/** In the currency of the installation; fictitious, so not rounded (docs/product.md, "Figures"). */
const sampleFigures = (now: Date, currency: string): Analytics => ({
  isSample: true,
  currency,
  coverage: {
    eligible: 25,
    enrolled: 11,
    coveragePercent: 44,
    totalMonthlyCost: 5000,
    costPerPatient: 200,
    costPerSession: 325,
  },
  engagement: {
    funnel: { invited: 25, registered: 11, firstSession: 9 },
    registrationPercent: 44,
    completionPercent: 82,
    activeUsers: 8,
    totalSessions: 64,
    averageSessionsPerPatient: 5.8,
    sessionDuration: 30,
    answered: 8,
    helpful: 7,
    helpfulPercent: 87,
  },
  outcomes: {
    ...{ measured: 8, improved: 5, improvedPercent: 62 },
    ...{ sessionsUntilImproved: 4, daysToFirstSession: 6 },
    participation: {
      by: 'month',
      periods: listMonths(now, monthsShown.participation).map((period, index, all) => ({
        ...{ period, isCurrent: index === all.length - 1 },
        people: Math.min(8, 2 + index),
      })),
    },
  },
  risk: course.map(([highRisk, mediumRisk, lowRisk], index) => ({
    month: listMonths(now)[index] ?? '',
    isCurrent: index === course.length - 1,
    highRisk,
    mediumRisk,
    lowRisk,
    total: highRisk + mediumRisk + lowRisk,
  })),
})
