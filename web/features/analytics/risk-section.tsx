import { type ReactNode, Suspense } from 'react'
import { shortMonth } from '#web/lib/dates.ts'
import { count } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { orMore, whyWithheld } from './guarded.tsx'
import { RiskBars } from './plots.ts'
import { riskKeys, riskLooks, type RiskRow, stackOf } from './risk-levels.ts'
import { RiskTable } from './risk-table.tsx'
import { SampleMark } from './sample-mark.tsx'

type RiskSectionProps<Row> = {
  risk: readonly Row[]
  isSample?: boolean
  /** What can be said about how the people of a month are spread over the bands. */
  distribution: (row: Row) => ReactNode
}

/** Six months of burnout risk, as bars and as the table that tells the same in figures. */
export const RiskSection = <Row extends RiskRow>({
  risk,
  isSample,
  distribution,
}: RiskSectionProps<Row>) => (
  <Card aria-label="Risk Analysis">
    <CardHeader
      title="Risk Analysis"
      description="People by their latest burnout assessment, month by month."
      actions={isSample && <SampleMark />}
    />
    {risk.some(({ highRisk, mediumRisk, lowRisk }) => highRisk ?? mediumRisk ?? lowRisk) ? (
      <Months risk={risk} format={isSample ? count : orMore} distribution={distribution} />
    ) : (
      <p className="max-w-prose text-muted">{whyWithheld(risk.at(-1)?.total ?? null)}</p>
    )}
  </Card>
)

type MonthsProps<Row> = Omit<RiskSectionProps<Row>, 'isSample'> & {
  format: (people: number) => string
}

const Months = <Row extends RiskRow>({ risk, format, distribution }: MonthsProps<Row>) => (
  <>
    <Legend risk={risk} />
    <div className="mt-4 h-52">
      <Suspense>
        <RiskBars risk={risk} format={format} />
      </Suspense>
    </div>
    <div
      aria-hidden
      className="mt-1.5 mb-6 grid auto-cols-fr grid-flow-col text-center text-xs text-muted"
    >
      {risk.map(({ month, isCurrent }) => (
        <span key={month} className={classNames(isCurrent && 'font-semibold text-ink')}>
          {shortMonth(month)}
        </span>
      ))}
    </div>
    <RiskTable risk={risk} format={format} distribution={distribution} />
  </>
)

/** Names the colors that the bars have. */
function Legend({ risk }: { risk: readonly RiskRow[] }) {
  const keys = riskKeys.filter(
    (key) => key !== 'undivided' || risk.some((row) => stackOf(row).undivided > 0),
  )
  return (
    <ul
      aria-label="Colors of the bars"
      className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted"
    >
      {keys.map((key) => (
        <li key={key} className="flex items-center gap-1.5">
          <span aria-hidden className={classNames('size-3 border', riskLooks[key].swatch)} />
          {riskLooks[key].word}
        </li>
      ))}
    </ul>
  )
}
