import type { ComponentProps, ReactNode } from 'react'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import { formatMonthAndDay } from '#web/lib/dates.ts'
import { classNames } from '#web/ui/class-names.ts'
import { syncScroll, alignScroll, weekScrollBox } from './week-scroll.ts'

export type Weeks = {
  shown: readonly number[]
  current: number
  /** Its first day. */
  startOf: (week: number) => CalendarDay
}

export type WeekGridRow = {
  id: string
  label: string
  note?: ReactNode
  cell: (week: number) => ReactNode
  trend: ReactNode
}

type WeekGridProps = {
  label: string

  rowHeading: string
  weeks: Weeks
  rows: readonly WeekGridRow[]
}

const first =
  'sticky left-0 z-10 w-52 border-r border-line bg-surface px-4 text-left max-md:w-32 max-md:px-3'
const last = 'w-44 border-l border-line bg-surface px-4 text-left md:sticky md:right-0 md:z-10'

/** Weeks from left to right, with a sticky first column, and a sticky trend on wide screens. */
export const WeekGrid = ({ rows, weeks, ...table }: WeekGridProps) => (
  <WeekTable weeks={weeks} {...table}>
    <tbody className={tbodyClasses}>
      {rows.map((row) => (
        <tr key={row.id} className={rowClasses}>
          <RowHeading label={row.label} note={row.note} />
          {weeks.shown.map((week) => (
            <td key={week} className={cellClasses(week, weeks.current)}>
              {row.cell(week)}
            </td>
          ))}
          <TrendColumn>{row.trend}</TrendColumn>
        </tr>
      ))}
    </tbody>
  </WeekTable>
)

export const tbodyClasses = '[&>tr:last-child>*]:border-b-0'
export const rowClasses = '[&>*]:border-b [&>*]:border-line'
export const cellClasses = (week: number, current: number) =>
  classNames('h-14 px-1 text-center', weekClasses(week, current))

export const RowHeading = ({ label, note }: Pick<WeekGridRow, 'label' | 'note'>) => (
  <th scope="row" className={classNames(first, 'py-2 font-semibold normal-nums')}>
    <span dir="auto" className="block break-words">
      {label}
    </span>
    {note && <span className="block text-xs font-normal text-muted">{note}</span>}
  </th>
)

export const TrendColumn = ({ children }: { children: ReactNode }) => (
  <td className={classNames(last, 'py-2')}>{children}</td>
)

type WeekTableProps = Omit<WeekGridProps, 'rows'> & {
  /** `tbody` elements. */
  children: ReactNode
  /** Role and event handlers of an editable grid. */
  table?: Omit<ComponentProps<'table'>, 'className' | 'style' | 'children'>
}

/** The scroll container and header row of every week grid. */
export function WeekTable({ label, rowHeading, weeks, children, table }: WeekTableProps) {
  const { shown, current, startOf } = weeks
  return (
    <section
      {...weekScrollBox}
      ref={alignScroll}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      onScroll={(event) => syncScroll(event.currentTarget)}
      className="relative overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table
        {...table}
        // The sum of the columns: Firefox computes an unbounded intrinsic width for a fixed table.
        style={{ minWidth: `calc(var(--beside-weeks) + ${shown.length} * 4rem)` }}
        className="w-full table-fixed border-separate border-spacing-0 [--beside-weeks:24rem] max-md:[--beside-weeks:19rem]"
      >
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-xs text-muted [&>th]:border-b [&>th]:border-line [&>th]:py-2 [&>th]:font-semibold">
            <th scope="col" className={classNames(first, 'uppercase')}>
              {rowHeading}
            </th>
            {shown.map((week) => (
              <th
                key={week}
                scope="col"
                aria-current={week === current ? 'date' : undefined}
                className={classNames('w-16 px-1 text-center', weekClasses(week, current))}
              >
                <span className={classNames('block', week === current && 'text-brand-ink')}>
                  W{week}
                  {week === current && <span className="sr-only"> (this week)</span>}
                </span>
                <span className="block font-normal whitespace-nowrap">
                  {formatMonthAndDay(startOf(week))}
                </span>
              </th>
            ))}
            <th scope="col" className={last}>
              TREND
            </th>
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}

const weekClasses = (week: number, current: number) =>
  week === current ? 'bg-brand-soft' : week > current && 'bg-sunken/50'
