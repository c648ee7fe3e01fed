import type { ReactNode } from 'react'
import type { SessionsAndMetrics, SessionStatus } from '#contract/sessions/sessions.ts'
import { weekName, type WeekRange } from '#contract/rules/weeks.ts'
import { formatDateTime, formatMonthAndDay } from '#web/lib/dates.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import {
  assignmentRows,
  burnoutRow,
  isUnconfirmed,
  type MetricRow,
  metricRows,
  sessionRows,
} from '../plan-rows.ts'
import { useQuestionnaires, questionnaireRows } from '../questionnaires/questionnaire-rows.ts'
import { useIsPrinting } from '#web/ui/use-media-query.ts'
import type { Weeks } from '../weeks/week-grid.tsx'
import { useWeeks } from '../weeks/use-weeks.ts'
import { inferredMark } from '../values/value.tsx'

/** As many as fit side by side on A4. */
const weeksPerTable = 12

/** Short enough for a column. */
const statusLabels: Record<SessionStatus, string> = {
  completed: 'done',
  open: 'open',
  scheduled: 'planned',
  archived: 'archived',
}

type PrintPlanProps = { plan: SessionsAndMetrics; now: Date; range: WeekRange }

/** The plan's grids as tables that fit on paper. With all weeks selected, weeks outside the shown range that have entries are included. */
export function PrintPlan({ plan, now, range }: PrintPlanProps) {
  const isPrinting = useIsPrinting()
  const weeks = useWeeks(plan.client, now, range)
  const answered = useQuestionnaires(plan.client.id)
  if (!isPrinting) return null
  const { shown } = weeks
  const burnout = burnoutRow(plan.burnoutAssessments, shown)
  const metrics = metricRows(plan, shown).filter((row) => row.weeks.size > 0)
  const tables = [
    {
      title: 'Sessions',
      rows: sessionRows(plan, shown)
        .filter((row) => row.weeks.size > 0)
        .map((row) =>
          getRow(row, (sessions) => sessions.map(({ status }) => statusLabels[status]).join(', ')),
        ),
    },
    {
      title: 'Home assignments',
      rows: assignmentRows(plan.assignments).map((row) =>
        getRow(
          row,
          (inWeek) => `${inWeek.filter((it) => it.completedAt !== null).length}/${inWeek.length}`,
        ),
      ),
    },
    {
      title: 'Metrics',
      rows: metrics.map((row) =>
        getRow({ ...row, label: `${row.metric.category.name}: ${row.label}` }, formatValues(row)),
      ),
    },
    {
      title: 'Overall burnout risk assessment',
      rows: [getRow(burnout, formatValues(burnout))],
    },
    {
      title: 'Questionnaires',
      rows: questionnaireRows(answered.data?.questionnaires ?? [], shown).map((row) =>
        getRow(row, ({ score }) => (score === null ? '–' : formatDecimal(score))),
      ),
    },
  ].filter(({ rows }) => rows.some(({ cells }) => cells.size > 0))
  const weeksWithEntries = tables.flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => [...cells.keys()]),
  )
  const printed =
    range === 'all'
      ? [...new Set([...shown, ...weeksWithEntries])].toSorted((a, b) => a - b)
      : shown
  const hasUnconfirmed = [burnout, ...metrics].some((row) =>
    printed.some((week) => isUnconfirmed(row, week)),
  )
  return (
    <div className="hidden text-xs print:block">
      {weeksWithEntries.some((week) => !printed.includes(week)) && (
        <p className="mb-3">
          Only the last {range} weeks are included, as selected. The plan has entries in other
          weeks, too.
        </p>
      )}
      {splitWeeks(printed).map((chunk) => (
        <section key={chunk[0]} className="mb-6">
          {tables.map(({ title, rows }) => (
            <PrintTable key={title} title={title} rows={rows} chunk={chunk} weeks={weeks} />
          ))}
        </section>
      ))}
      {hasUnconfirmed && (
        <p className="mb-3">
          {unconfirmedMark} Found by the analysis, not confirmed. {inferredMark} Inferred: no number
          mentioned.
        </p>
      )}
      {!answered.data && (
        <p className="mb-3">
          The questionnaires could not be loaded and are not included in this printout.
        </p>
      )}
      <p className="text-muted">Printed {formatDateTime(now)}</p>
    </div>
  )
}

type Row = { id: string; label: string; cells: ReadonlyMap<number, ReactNode> }

const getRow = <T,>(
  { id, label, weeks }: { id: string; label: string; weeks: ReadonlyMap<number, T> },
  cell: (value: T, week: number) => string,
): Row => ({
  id,
  label,
  cells: new Map([...weeks].map(([week, value]) => [week, cell(value, week)] as const)),
})

const unconfirmedMark = '*'

const formatValues = (row: Pick<MetricRow, 'checks'>) => (value: number, week: number) =>
  `${row.checks.get(week) === 'inferred' ? inferredMark : ''}${formatDecimal(value)}${isUnconfirmed(row, week) ? unconfirmedMark : ''}`

const splitWeeks = (weeks: readonly number[]) =>
  Array.from({ length: Math.ceil(weeks.length / weeksPerTable) }, (_, index) =>
    weeks.slice(index * weeksPerTable, (index + 1) * weeksPerTable),
  )

type PrintTableProps = {
  title: string
  rows: readonly Row[]
  chunk: readonly number[]
  weeks: Weeks
}

const PrintTable = ({ title, rows, chunk, weeks }: PrintTableProps) => (
  <table className="mb-3 w-full table-fixed break-inside-avoid border-collapse [&_td]:border [&_td]:border-line [&_td]:px-0.5 [&_td]:py-1 [&_td]:text-center [&_td]:break-words [&_th]:border [&_th]:border-line [&_th]:px-1 [&_th]:py-1">
    <thead>
      <tr>
        <th scope="col" className="w-40 text-left">
          {title}
        </th>
        {chunk.map((week) => (
          <th key={week} scope="col" className="font-semibold">
            {weekName(week)}
            <span className="block font-normal text-muted">
              {formatMonthAndDay(weeks.startOf(week))}
            </span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, label, cells }) => (
        <tr key={id}>
          <th scope="row" className="text-left font-normal">
            {label}
          </th>
          {chunk.map((week) => (
            <td key={week}>{cells.get(week)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
