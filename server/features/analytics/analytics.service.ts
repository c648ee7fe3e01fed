import {
  type AllAnalytics,
  type Analytics,
  minimumGroup,
  mostCompared,
  mostlyIn,
} from '#contract/analytics.ts'
import type { Db } from '../../db/db.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/mount.ts'
import { sumsOf } from './all-organizations.ts'
import {
  bandsOf,
  countNewcomers,
  figuresOf,
  organizationName,
  organizationsWithNewcomers,
} from './analytics.queries.ts'
import { shown } from './group-size.ts'
import { sixMonths } from './months.ts'
import { sampleFigures } from './sample-figures.ts'

type Reader = Pick<Actor, 'userId' | 'roles'>
type View = { id: string; name: string; registered: number; counted: number; view: Analytics }

/** What may be told about one organization: the sample while nobody is registered. Throws not-found for another's. */
export async function organizationFigures(db: Db, actor: Reader, id: string, now = new Date()) {
  const { name } = await organizationName(db, actor, id)
  const [one] = await viewsOf(db, now, id)
  const view = one?.registered ? one.view : sampleFigures(monthsOf(now))
  return { ...view, organizationName: name }
}

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
    includedCount: views.filter(({ counted }) => counted >= minimumGroup).length,
    all: sumsOf(
      views.map(({ view }) => view),
      monthsOf(now),
    ),
  }
}

const monthsOf = (now: Date) => sixMonths(now).map(({ month }) => month)

async function viewsOf(db: Db, now: Date, id?: string): Promise<View[]> {
  for (const organization of await organizationsWithNewcomers(db, id))
    await inTransaction(db, (tx) => countNewcomers(tx, organization))
  const [rows, bands] = await Promise.all([figuresOf(db, id), bandsOf(db, id, sixMonths(now))])
  return rows.map(({ id: organization, name, ...counts }) => ({
    id: organization,
    name,
    registered: counts.registered,
    counted: counts.counted,
    view: shown({ ...counts, risk: bands(organization) }),
  }))
}
