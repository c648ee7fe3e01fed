import type { ReactNode } from 'react'
import type { SessionsAndMetrics, SessionStatus } from '#contract/sessions.ts'
import { weekName, type WeekRange } from '#contract/weeks.ts'
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
import { fetchQuestionnaires, useQuestionnaires } from '../questionnaires/questionnaire-reads.ts'
import { questionnaireRows } from '../questionnaires/questionnaire-rows.ts'
import { usePrinting } from './use-printing.ts'
import type { Weeks } from '../weeks/week-grid.tsx'
import { useWeeks } from '../weeks/weeks-of.ts'
import { inferredMark } from '../values/value.tsx'

/** Weeks that stand side by side on a sheet of A4. */
const weeksOnSheet = 12

/** As short as a column of the sheet. */
const words: Record<SessionStatus, string> = {
  completed: 'done',
  open: 'open',
  scheduled: 'planned',
  archived: 'archived',
}

/** What stands on paper and not in the plan itself is there before anything is printed. */
export const readForPaper = fetchQuestionnaires

export type PrintPlanProps = { plan: SessionsAndMetrics; now: Date; range: WeekRange }

/**
 * The grids of a plan on paper, in pieces that fit: the weeks that the screen shows, and where nobody chose them, those
 * around them that hold something, too.
 */
export function PrintPlan({ plan, now, range }: PrintPlanProps) {
  const isPrinting = usePrinting()
  const weeks = useWeeks(plan.client, now, range)
  const answered = useQuestionnaires(plan.client.id)
  if (!isPrinting) return null
  const { shown } = weeks
  const burnout = burnoutRow(plan.burnoutAssessments, shown)
  const metrics = metricRows(plan, shown).filter((row) => row.weeks.size > 0)
  const rowsOf = [
    {
      title: 'Sessions',
      rows: sessionRows(plan, shown)
        .filter((row) => row.weeks.size > 0)
        .map((row) =>
          rowOf(row, (sessions) => sessions.map(({ status }) => words[status]).join(', ')),
        ),
    },
    {
      title: 'Home assignments',
      rows: assignmentRows(plan.assignments).map((row) =>
        rowOf(
          row,
          (given) => `${given.filter((it) => it.completedAt !== null).length}/${given.length}`,
        ),
      ),
    },
    {
      title: 'Metrics',
      rows: metrics.map((row) =>
        rowOf({ ...row, label: `${row.metric.category.name}: ${row.label}` }, checked(row)),
      ),
    },
    {
      title: 'Overall burnout risk assessment',
      rows: [rowOf(burnout, checked(burnout))],
    },
    {
      title: 'Questionnaires',
      rows: questionnaireRows(answered.data?.questionnaires ?? [], shown).map((row) =>
        rowOf(row, ({ score }) => (score === null ? '–' : formatDecimal(score))),
      ),
    },
  ].filter(({ rows }) => rows.some(({ cells }) => cells.size > 0))
  const held = rowsOf.flatMap(({ rows }) => rows.flatMap(({ cells }) => [...cells.keys()]))
  const printed =
    range === 'all' ? [...new Set([...shown, ...held])].toSorted((a, b) => a - b) : shown
  const hasOpen = [burnout, ...metrics].some((row) =>
    printed.some((week) => isUnconfirmed(row, week)),
  )
  return (
    <div className="hidden text-xs print:block">
      {held.some((week) => !printed.includes(week)) && (
        <p className="mb-3">
          Only the last {range} weeks, as they were chosen. Other weeks of this plan hold something,
          too.
        </p>
      )}
      {piecesOf(printed).map((piece) => (
        <section key={piece[0]} className="mb-6">
          {rowsOf.map(({ title, rows }) => (
            <Piece key={title} title={title} rows={rows} piece={piece} weeks={weeks} />
          ))}
        </section>
      ))}
      {hasOpen && (
        <p className="mb-3">
          {openMark} Found by an analysis, not confirmed by anybody. {inferredMark} Inferred: no
          number was said.
        </p>
      )}
      {!answered.data && (
        <p className="mb-3">The questionnaires could not be read, and are not on this paper.</p>
      )}
      <p className="text-muted">Printed {formatDateTime(now)}</p>
    </div>
  )
}

type Row = { id: string; label: string; cells: ReadonlyMap<number, ReactNode> }

const rowOf = <T,>(
  { id, label, weeks }: { id: string; label: string; weeks: ReadonlyMap<number, T> },
  cell: (value: T, week: number) => string,
): Row => ({
  id,
  label,
  cells: new Map([...weeks].map(([week, value]) => [week, cell(value, week)] as const)),
})

const openMark = '*'

const checked = (row: Pick<MetricRow, 'checks'>) => (value: number, week: number) =>
  `${row.checks.get(week) === 'inferred' ? inferredMark : ''}${formatDecimal(value)}${isUnconfirmed(row, week) ? openMark : ''}`

const piecesOf = (weeks: readonly number[]) =>
  Array.from({ length: Math.ceil(weeks.length / weeksOnSheet) }, (_, index) =>
    weeks.slice(index * weeksOnSheet, (index + 1) * weeksOnSheet),
  )

type PieceProps = { title: string; rows: readonly Row[]; piece: readonly number[]; weeks: Weeks }

const Piece = ({ title, rows, piece, weeks }: PieceProps) => (
  <table className="mb-3 w-full table-fixed break-inside-avoid border-collapse [&_td]:border [&_td]:border-line [&_td]:px-0.5 [&_td]:py-1 [&_td]:text-center [&_td]:break-words [&_th]:border [&_th]:border-line [&_th]:px-1 [&_th]:py-1">
    <thead>
      <tr>
        <th scope="col" className="w-40 text-left">
          {title}
        </th>
        {piece.map((week) => (
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
          {piece.map((week) => (
            <td key={week}>{cells.get(week)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
