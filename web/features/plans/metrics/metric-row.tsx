import { type KeyboardEvent, memo, type Ref, useSyncExternalStore } from 'react'
import { metricColour, isHigherWorse } from '#contract/rules/value-colours.ts'
import { classNames } from '#web/ui/class-names.ts'
import { parseNumber } from '#web/lib/parse-number.ts'
import { type CellEdits, noSubscription, noEdits, type PendingEdit } from './cell-edits.ts'
import { Source } from './data-source.tsx'
import type { MetricRow } from '../plan-rows.ts'
import { TrendCell } from './trend-cell.tsx'
import { Value, valueClasses } from '../values/value.tsx'
import {
  cellClasses,
  RowHeading,
  rowClasses,
  TrendColumn,
  type Weeks,
} from '../weeks/week-grid.tsx'

export type Editing = { text: string; isOverwriting: boolean; input: Ref<HTMLInputElement> }

type MetricRowProps = {
  row: MetricRow
  index: number
  weeks: Weeks
  edits: CellEdits | undefined
  canWrite: boolean
  /** The week of the row's tab stop, if the grid's is in this row. */
  tabStop: number | undefined
  editing: Editing | undefined
}

/** One metric by week. Memoized: a plan may have hundreds of weeks. */
export const MetricTableRow = memo(function MetricTableRow(props: MetricRowProps) {
  const { row, index, weeks, edits, canWrite, tabStop, editing } = props
  const pending = useSyncExternalStore(edits?.subscribe ?? noSubscription, () =>
    edits ? edits.row(row.id) : noEdits,
  )
  const getColour = (value: number) => metricColour(row.metric, value)
  const { unit, dataSource } = row.metric
  return (
    <tr className={rowClasses}>
      <RowHeading
        label={row.label}
        note={
          <>
            <Source source={dataSource} />
            {unit && ` · ${unit}`}
          </>
        }
      />
      {weeks.shown.map((week) => {
        const isPast = week <= weeks.current
        const edit = pending.get(week)
        const isStop = week === tabStop
        return (
          <td
            key={week}
            {...(isPast && getCellProps(index, week, isStop, canWrite))}
            aria-invalid={edit?.error !== undefined || undefined}
            className={classNames(
              cellClasses(week, weeks.current),
              'scroll-mx-56 touch-manipulation focus-visible:-outline-offset-2',
              canWrite && isPast && 'cursor-cell',
            )}
          >
            {isStop && editing ? (
              <CellInput name={`${row.label}, week ${week}`} {...editing} />
            ) : edit ? (
              <PendingValue pending={edit} colourOf={getColour} />
            ) : (
              <Value
                value={row.weeks.get(week)}
                colourOf={getColour}
                isPast={isPast}
                check={row.checks.get(week)}
              />
            )}
          </td>
        )
      })}
      <TrendColumn>
        <TrendCell row={row} rising={isHigherWorse(row.metric) ? 'bad' : 'good'} />
      </TrendColumn>
    </tr>
  )
})

const getCellProps = (row: number, week: number, isStop: boolean, canWrite: boolean) => ({
  'data-row': row,
  'data-week': week,
  tabIndex: isStop ? 0 : -1,
  'aria-readonly': !canWrite,
})

const signs: Partial<Record<PendingEdit['state'], string>> = {
  invalid: 'Not saved',
  failed: 'Not saved',
  stale: 'Changed',
}

type PendingValueProps = { pending: PendingEdit; colourOf: Parameters<typeof Value>[0]['colourOf'] }

/** A typed value, shown as if it were saved unless saving failed. */
function PendingValue({ pending: { text, state }, colourOf }: PendingValueProps) {
  const value = parseNumber(text)
  const sign = signs[state]
  if (!sign) return <Value value={value ?? undefined} colourOf={colourOf} isPast />
  return (
    <span className="inline-flex w-full flex-col items-center">
      <span
        className={classNames(
          valueClasses('red'),
          'h-7! max-w-full truncate ring-2 ring-red ring-inset',
        )}
      >
        {text === '' ? '–' : text}
      </span>
      <span className="text-xs whitespace-nowrap text-red-ink">{sign}</span>
    </span>
  )
}

const maxCharacters = 24

const CellInput = ({ name, text, isOverwriting, input }: Editing & { name: string }) => (
  <input
    ref={input}
    aria-label={name}
    inputMode="decimal"
    autoComplete="off"
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- Somebody pressed a key to edit this very cell.
    autoFocus
    defaultValue={text}
    maxLength={maxCharacters}
    onFocus={({ currentTarget }) => {
      if (!isOverwriting) currentTarget.select()
    }}
    className="h-9 w-14 rounded-md border border-brand bg-surface px-1 text-center text-ink tabular-nums outline-2 outline-brand"
  />
)

export type GridKey = KeyboardEvent<HTMLTableElement>
