import type { Analytics } from '#contract/analytics/analytics.ts'
import type { CsvSeparator } from '#contract/csv.ts'
import type { ReportFormat } from '#contract/analytics/reports.ts'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { auditOpening } from '../../audit/audit.ts'
import { getMinimumGroup } from '../../settings/installation/settings.queries.ts'
import { organizationName } from '../analytics.queries.ts'
import { publishDueEditions } from '../edition/edition.service.ts'
import { publishedNow } from '../published-figures.ts'
import { reportCsv } from './report-csv.ts'
import { reportPdf } from './report-pdf.ts'
import { getReport, listQuarters } from './reports.queries.ts'

/** Throws not-found if the actor may not read the organization. */
export async function listReportsOf({ db }: Pick<Deps, 'db'>, actor: Actor, id: string) {
  await organizationName(db, actor, id)
  await publishDueEditions(db, new Date(), [id])
  return listQuarters(db, id)
}

/** The last month of a report has ended. */
const toClosed = (view: Analytics): Analytics => {
  const { participation } = view.outcomes
  const periods = participation.periods.map((it) => ({ ...it, isCurrent: false }))
  return { ...view, outcomes: { ...view.outcomes, participation: { ...participation, periods } } }
}

type Asked = {
  id: string
  quarter: string
  format: ReportFormat
  separator: CsvSeparator | undefined
}

/** As it was published, or for larger groups if the minimum was raised since. Audited. */
export async function reportFile(
  { db, installation }: Pick<Deps, 'db' | 'installation'>,
  actor: Actor,
  { id, quarter, format, separator }: Asked,
) {
  const { name } = await organizationName(db, actor, id)
  const { figures, groupSize, madeAt } = await getReport(db, id, quarter)
  const minGroup = await getMinimumGroup(db)
  const report = {
    ...{ brandName: installation.brandName, organizationName: name, quarter, madeAt },
    minimumGroup: Math.max(minGroup, groupSize),
    view: toClosed(publishedNow(figures, groupSize, minGroup)),
  }
  await auditOpening(db, actor, {
    ...{ action: 'report-downloaded', table: 'organization', rowIds: [id] },
    details: { quarter, format },
  })
  return {
    name: `Report ${quarter} ${name}.${format}`,
    bytes: format === 'pdf' ? await reportPdf(report) : reportCsv(report, separator),
  }
}
