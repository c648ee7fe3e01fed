import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { lastMonths, monthsShown, periodOf } from '../edition/periods.ts'
import type { Edition } from '../edition/edition.ts'
import { sumTotals } from '../edition/totals.ts'
import { type Figures, isShown, toFigures } from '../published-figures.ts'

type Terms = Pick<Figures, 'eligible' | 'monthlyPrice' | 'pricePerSession' | 'currency'>
type Published = {
  organizationId: string
  before: Edition | undefined
  after: Edition
  terms: Terms
}

/** With the first edition after the end of a quarter, for organizations whose figures were published before. */
export async function insertReports(tx: Db, published: readonly Published[], now: Date) {
  const [month = ''] = lastMonths(now, 1).map((it) => it.month)
  const quarter = periodOf.quarter(month)
  const lastDay = new Date(Date.UTC(now.getUTCFullYear(), 3 * (Number(quarter.at(-1)) - 1), 0))
  const months = lastMonths(lastDay, monthsShown.participation).map((it) => it.month)
  const rows = published.flatMap(({ organizationId, before, after, terms }) => {
    if (!before || periodOf.quarter(before.publishedMonth) >= quarter) return []
    const groupSize = Math.max(before.groupSize, after.groupSize)
    const figures = toFigures(
      { ...terms, ...sumTotals(after.people, groupSize), registered: null },
      { risk: after.months, participation: after.participation },
      months,
    )
    if (!isShown(figures, groupSize)) return []
    return [
      {
        ...{ organizationId, groupSize, madeAt: now.toISOString() },
        quarter: periodOf.quarter(months.at(-1) ?? ''),
        figures: JSON.stringify(figures),
      },
    ]
  })
  if (rows.length) await tx.insertInto('report').values(rows).execute()
}

export const listQuarters = (db: Db, organizationId: string) =>
  db
    .selectFrom('report')
    .select(['quarter', 'madeAt'])
    .where('organizationId', '=', organizationId)
    .orderBy('quarter', 'desc')
    .execute()

/** Throws not-found if there is none. */
export async function getReport(db: Db, organizationId: string, quarter: string) {
  const { figures, ...report } = await db
    .selectFrom('report')
    .select(['madeAt', 'groupSize', 'figures'])
    .where('organizationId', '=', organizationId)
    .where('quarter', '=', quarter)
    .executeTakeFirstOrThrow(notFound('report'))
  return { ...report, figures: figures as unknown as Figures }
}
