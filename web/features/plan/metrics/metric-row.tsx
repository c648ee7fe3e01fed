import { type KeyboardEvent, memo, type Ref, useSyncExternalStore } from 'react'
import { metricColour, isHigherWorse } from '#contract/value-colours.ts'
import { classNames } from '#web/ui/class-names.ts'
import { parseNumber } from '#web/lib/parse-number.ts'
import { type CellEdits, never, nothing, type Pending } from './cell-edits.ts'
import { Source } from './data-source.tsx'
import { DrawnCells, type DrawnWeeks } from './drawn-weeks.tsx'
import type { MetricRow } from '../plan-rows.ts'
import { TrendCell } from './trend-cell.tsx'
import { Value, valueLook } from '../values/value.tsx'
import { cellLook, RowHeading, rowLook, TrendColumn, type Weeks } from '../weeks/week-grid.tsx'

/** The text with which an input begins, and where it is. */
export type Editing = { text: string; isOver: boolean; input: Ref<HTMLInputElement> }

type MetricRowProps = {
  row: MetricRow
  index: number
  weeks: Weeks
  drawn: DrawnWeeks
  edits: CellEdits | undefined
  canWrite: boolean
  /** The cell of this row that Tab leads to. */
  stop: number | undefined
  editing: Editing | undefined
}

/** One metric by week. A row is drawn again only when something of it changes, however long the plan is. */
export const MetricTableRow = memo(function MetricTableRow(props: MetricRowProps) {
  const { row, index, weeks, drawn, edits, canWrite, stop, editing } = props
  const pending = useSyncExternalStore(edits?.subscribe ?? never, () =>
    edits ? edits.row(row.id) : nothing,
  )
  const colourOf = (value: number) => metricColour(row.metric, value)
  const { unit, dataSource } = row.metric
  return (
    <tr className={rowLook}>
      <RowHeading
        label={row.label}
        note={
          <>
            <Source source={dataSource} />
            {unit && ` · ${unit}`}
          </>
        }
      />
      <DrawnCells
        shown={weeks.shown}
        drawn={drawn}
        cell={(week) => {
          const isPast = week <= weeks.current
          const here = pending.get(week)
          const isStop = week === stop
          return (
            <td
              key={week}
              {...(isPast && placeOf(index, week, isStop, canWrite))}
              aria-invalid={here?.sentence !== undefined || undefined}
              className={classNames(
                cellLook(week, weeks.current),
                'scroll-mx-56 touch-manipulation focus-visible:-outline-offset-2',
                canWrite && isPast && 'cursor-cell',
              )}
            >
              {isStop && editing ? (
                <CellInput name={`${row.label}, week ${week}`} {...editing} />
              ) : here ? (
                <PendingValue pending={here} colourOf={colourOf} />
              ) : (
                <Value
                  value={row.weeks.get(week)}
                  colourOf={colourOf}
                  isPast={isPast}
                  check={row.checks.get(week)}
                />
              )}
            </td>
          )
        }}
      />
      <TrendColumn>
        <TrendCell row={row} rising={isHigherWorse(row.metric) ? 'bad' : 'good'} />
      </TrendColumn>
    </tr>
  )
})

/** A cell that can be entered: where it is, and whether something can be noted in it. */
const placeOf = (row: number, week: number, isStop: boolean, canWrite: boolean) => ({
  ...{ 'data-row': row, 'data-week': week, tabIndex: isStop ? 0 : -1 },
  'aria-readonly': !canWrite,
})

const signs: Partial<Record<Pending['state'], string>> = {
  wrong: 'Not saved',
  failed: 'Not saved',
  stale: 'Changed',
}

type PendingValueProps = { pending: Pending; colourOf: Parameters<typeof Value>[0]['colourOf'] }

/** What was typed, as if it were saved already; what could not be says so. */
function PendingValue({ pending: { text, state }, colourOf }: PendingValueProps) {
  const value = parseNumber(text)
  const sign = signs[state]
  if (!sign) return <Value value={value ?? undefined} colourOf={colourOf} isPast />
  return (
    <span className="inline-flex w-full flex-col items-center">
      <span
        className={classNames(
          valueLook('red'),
          'h-7! max-w-full truncate ring-2 ring-red ring-inset',
        )}
      >
        {text === '' ? '–' : text}
      </span>
      <span className="text-xs whitespace-nowrap text-red-ink">{sign}</span>
    </span>
  )
}

/** Characters that a figure has at most. */
const mostCharacters = 24

const CellInput = ({ name, text, isOver, input }: Editing & { name: string }) => (
  <input
    ref={input}
    aria-label={name}
    inputMode="decimal"
    autoComplete="off"
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- Somebody pressed a key to edit this very cell.
    autoFocus
    defaultValue={text}
    maxLength={mostCharacters}
    onFocus={({ currentTarget }) => {
      if (!isOver) currentTarget.select()
    }}
    className="h-9 w-14 rounded-md border border-brand bg-surface px-1 text-center text-ink tabular-nums outline-2 outline-brand"
  />
)

export type GridKey = KeyboardEvent<HTMLTableElement>
