import {
  type ClipboardEvent,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { CellBar } from './cell-bar.tsx'
import {
  getGridAction,
  type GridMode,
  pastedCells,
  type CellPosition,
  clampPosition,
} from './grid-keys.ts'
import { type GridKey, MetricTableRow } from './metric-row.tsx'
import { type MetricRow, metricRows } from '../plan-rows.ts'
import type { MetricEditor } from './use-metric-editor.ts'
import { rowClasses, WeekTable, type Weeks } from '../weeks/week-grid.tsx'

type MetricsGridProps = {
  plan: Pick<SessionsAndMetrics, 'client' | 'metrics' | 'metricDefinitions'>
  weeks: Weeks
  /** For readers who may enter values. */
  editor?: MetricEditor | undefined
}

/**
 * The metrics by week under their categories. Values of manual metrics are entered as in a spreadsheet: with the keys
 * of `grid-keys.ts`, by pasting, or with the buttons of the bar below.
 */
export function MetricsGrid({ plan, weeks, editor }: MetricsGridProps) {
  const rows = useMemo(
    () =>
      metricRows({ metrics: plan.metrics, metricDefinitions: plan.metricDefinitions }, weeks.shown),
    [plan.metrics, plan.metricDefinitions, weeks],
  )
  const table = useRef<HTMLTableElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const history = useRef<HTMLButtonElement>(null)
  const [visited, setVisited] = useState<{ metricId: string; week: number }>()
  const [edited, setEdited] = useState<{ text: string; mode: Exclude<GridMode, 'navigate'> }>()
  const isEditing = useRef(false)
  const [status, setStatus] = useState('')

  const bounds = {
    rowCount: rows.length,
    firstWeek: weeks.shown[0] ?? 1,
    lastWeek: Math.min(weeks.shown.at(-1) ?? 1, Math.max(1, weeks.current)),
    canWrite: (row: number) => editor !== undefined && rows[row]?.metric.dataSource === 'manual',
  }
  // By metric id: metrics may be added, moved or deleted while somebody is in the grid.
  const found = rows.findIndex(({ id }) => id === visited?.metricId)
  const at = clampPosition(
    { row: Math.max(0, found), week: visited?.week ?? bounds.lastWeek },
    bounds,
  )
  if (edited && found === -1) setEdited(undefined)
  const edits = editor?.edits
  const isOpen = edited !== undefined
  useEffect(() => {
    isEditing.current = isOpen
    return () => {
      if (isOpen) edits?.setTyping(undefined)
    }
  }, [isOpen, edits])
  const visit = ({ row, week }: CellPosition) => setVisited({ metricId: rows[row]?.id ?? '', week })

  const cellAt = ({ row, week }: CellPosition) => ({
    metricDefinitionId: rows[row]?.id ?? '',
    weekNumber: week,
  })
  const textAt = (place: CellPosition) => {
    const pending = editor?.edits.at(cellAt(place))
    const value = rows[place.row]?.weeks.get(place.week)
    return pending?.text ?? (value === undefined ? '' : String(value))
  }
  const enter = (texts: readonly (CellPosition & { text: string })[]) =>
    editor?.enter(texts.map(({ text, ...place }) => ({ ...cellAt(place), text })))
  const go = ({ row, week }: CellPosition) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-week="${week}"]`)?.focus()
  const edit = (place: CellPosition, typed?: string) => {
    if (!bounds.canWrite(place.row)) return
    isEditing.current = true
    visit(place)
    setEdited({ text: typed ?? textAt(place), mode: typed === undefined ? 'edit' : 'overwrite' })
  }
  const endEditing = (isCommitted: boolean) => {
    if (!isEditing.current) return
    isEditing.current = false
    const text = input.current?.value ?? ''
    // Leaving a cell untouched must not turn an analysis value into a manual one.
    const isUntouched = edited?.mode === 'edit' && text === edited.text
    if (isCommitted && !isUntouched) enter([{ ...at, text }])
    setEdited(undefined)
  }
  const clear = () => {
    if (editor?.edits.text(cellAt(at)) === '' && textAt(at) !== '')
      setStatus('Only values entered manually can be cleared.')
    else enter([{ ...at, text: '' }])
  }
  /** Keeps what is being typed over a reload. */
  const trackTyping = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLInputElement) edits?.setTyping({ ...cellAt(at), text: target.value })
  }
  const step = (by: 'undo' | 'redo') => {
    const skipped = editor?.[by]()
    if (skipped === undefined) return
    const done = by === 'undo' ? 'Undone.' : 'Redone.'
    setStatus(skipped ? 'Someone else has changed this value, so it was left as is.' : done)
  }

  function onKeyDown(event: GridKey) {
    const action = getGridAction(event, at, edited?.mode ?? 'navigate', bounds)
    if (!action) return
    event.preventDefault()
    // The Escape that ends editing must not close a drawer or dialog around the grid.
    event.stopPropagation()
    if (action.type === 'move') go(action.to)
    else if (action.type === 'edit') edit(at, action.text)
    else if (action.type === 'clear') clear()
    else if (action.type === 'undo' || action.type === 'redo') step(action.type)
    else if (action.type === 'history') history.current?.click()
    else {
      endEditing(action.type === 'commit')
      go(action.type === 'commit' ? action.to : at)
    }
  }

  function onPaste(event: ClipboardEvent) {
    if (isEditing.current || !editor) return
    const cells = pastedCells(event.clipboardData.getData('text/plain'), at).filter((it) => it.text)
    const writable = cells.filter(
      ({ row, week }) => row < bounds.rowCount && week <= bounds.lastWeek && bounds.canWrite(row),
    )
    event.preventDefault()
    enter(writable)
    setStatus(
      writable.length === cells.length
        ? `${formatCount(writable.length)} pasted.`
        : `${formatCount(writable.length)} of ${formatCount(cells.length)} pasted. The others fall on future weeks or on metrics that aren't entered manually.`,
    )
  }

  return (
    <>
      <WeekTable
        label="Metrics by week"
        rowHeading="Metric"
        weeks={weeks}
        table={{
          ref: table,
          role: 'grid',
          onKeyDown,
          onPaste,
          onFocus: (event: SyntheticEvent) => {
            const place = findCell(event.target)
            if (!place) return
            visit(place)
            setStatus('')
            trackTyping(event)
          },
          onInput: trackTyping,
          onBlur: ({ target }: SyntheticEvent) => {
            if (target === input.current) endEditing(true)
          },
          onClick: ({ target }: SyntheticEvent) => {
            const place = findCell(target)
            // An analysis value has quotes and a decision to show.
            if (place && rows[place.row]?.checks.has(place.week)) history.current?.click()
          },
          onDoubleClick: ({ target }: SyntheticEvent) => {
            const place = findCell(target)
            if (place) edit(place)
          },
        }}
      >
        {groupByCategory(rows).map(({ name, metrics }) => (
          <tbody key={name}>
            <tr className={rowClasses}>
              <th
                scope="rowgroup"
                colSpan={weeks.shown.length + 2}
                className="bg-sunken px-4 py-1.5 text-left text-xs font-semibold text-muted uppercase max-md:px-3"
              >
                <span dir="auto" className="sticky left-4">
                  {name}
                </span>
              </th>
            </tr>
            {metrics.map(({ row, index }) => (
              <MetricTableRow
                key={row.id}
                row={row}
                index={index}
                weeks={weeks}
                edits={editor?.edits}
                canWrite={bounds.canWrite(index)}
                tabStop={at.row === index ? at.week : undefined}
                editing={
                  edited && at.row === index
                    ? { text: edited.text, isOverwriting: edited.mode === 'overwrite', input }
                    : undefined
                }
              />
            ))}
          </tbody>
        ))}
      </WeekTable>
      <CellBar
        clientId={plan.client.id}
        row={rows[at.row]}
        week={at.week}
        editor={editor}
        isWritable={bounds.canWrite(at.row)}
        status={status}
        history={history}
        onEdit={() => edit(at)}
        onClear={clear}
        onStep={step}
      />
    </>
  )
}

function findCell(target: EventTarget): CellPosition | undefined {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-week]') : null
  if (!cell) return undefined
  return { row: Number(cell.dataset['row']), week: Number(cell.dataset['week']) }
}

function groupByCategory(rows: readonly MetricRow[]) {
  const indexed = rows.map((row, index) => ({ row, index }))
  return [...Map.groupBy(indexed, ({ row }) => row.metric.category.id).values()].map((metrics) => ({
    name: metrics[0]?.row.metric.category.name ?? '',
    metrics,
  }))
}
