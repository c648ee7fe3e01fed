import {
  type ClipboardEvent,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { CellBar } from './cell-bar.tsx'
import { deedOf, type Mode, pastedCells, type Place, within } from './cell-keys.ts'
import { useDrawnWeeks } from './drawn-weeks.tsx'
import { type GridKey, MetricTableRow } from './metric-row.tsx'
import { type MetricRow, metricRows } from '../plan-rows.ts'
import type { Sheet } from './use-sheet.ts'
import { rowLook, WeekTable, type Weeks } from '../weeks/week-grid.tsx'

type MetricsGridProps = {
  plan: Pick<SessionsAndMetrics, 'client' | 'metrics' | 'metricDefinitions'>
  weeks: Weeks
  /** For those who may note values. */
  sheet?: Sheet | undefined
}

/**
 * The metrics by week under their categories. Values of manual metrics are typed as in a sheet: by the keys of
 * `cell-keys.ts`, pasted from elsewhere, or with the buttons of the line below.
 */
export function MetricsGrid({ plan, weeks, sheet }: MetricsGridProps) {
  const rows = useMemo(
    () =>
      metricRows({ metrics: plan.metrics, metricDefinitions: plan.metricDefinitions }, weeks.shown),
    [plan.metrics, plan.metricDefinitions, weeks],
  )
  const drawn = useDrawnWeeks(weeks)
  const table = useRef<HTMLTableElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const told = useRef<HTMLButtonElement>(null)
  const [visited, setVisited] = useState<{ metricId: string; week: number }>()
  const [edited, setEdited] = useState<{ text: string; mode: Exclude<Mode, 'walk'> }>()
  const isEditing = useRef(false)
  const [news, setNews] = useState('')

  const field = {
    rows: rows.length,
    first: weeks.shown[0] ?? 1,
    last: Math.min(weeks.shown.at(-1) ?? 1, Math.max(1, weeks.current)),
    canWrite: (row: number) => sheet !== undefined && rows[row]?.metric.dataSource === 'manual',
  }
  // By its metric, as metrics may be added, moved or deleted while one is in the grid.
  const found = rows.findIndex(({ id }) => id === visited?.metricId)
  const at = within({ row: Math.max(0, found), week: visited?.week ?? field.last }, field)
  if (edited && found === -1) setEdited(undefined)
  const edits = sheet?.edits
  const isOpen = edited !== undefined
  useEffect(() => {
    isEditing.current = isOpen
    return () => {
      if (isOpen) edits?.typing(undefined)
    }
  }, [isOpen, edits])
  const visit = ({ row, week }: Place) => setVisited({ metricId: rows[row]?.id ?? '', week })

  const cellAt = ({ row, week }: Place) => ({
    metricDefinitionId: rows[row]?.id ?? '',
    weekNumber: week,
  })
  const textAt = (place: Place) => {
    const pending = sheet?.edits.at(cellAt(place))
    const value = rows[place.row]?.weeks.get(place.week)
    return pending?.text ?? (value === undefined ? '' : String(value))
  }
  const enter = (texts: readonly (Place & { text: string })[]) =>
    sheet?.enter(texts.map(({ text, ...place }) => ({ ...cellAt(place), text })))
  const go = ({ row, week }: Place) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-week="${week}"]`)?.focus()
  const edit = (place: Place, typed?: string) => {
    if (!field.canWrite(place.row)) return
    isEditing.current = true
    visit(place)
    setEdited({ text: typed ?? textAt(place), mode: typed === undefined ? 'within' : 'over' })
  }
  const endEditing = (isKept: boolean) => {
    if (!isEditing.current) return
    isEditing.current = false
    const text = input.current?.value ?? ''
    // What an analysis found stays its own until somebody says something else.
    const isUntouched = edited?.mode === 'within' && text === edited.text
    if (isKept && !isUntouched) enter([{ ...at, text }])
    setEdited(undefined)
  }
  const clear = () => {
    if (sheet?.edits.text(cellAt(at)) === '' && textAt(at) !== '')
      setNews('Only what was noted by hand can be cleared.')
    else enter([{ ...at, text: '' }])
  }
  /** Not in the cell before it is left, but not to be lost by a reload either. */
  const noteTyped = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLInputElement) edits?.typing({ ...cellAt(at), text: target.value })
  }
  const step = (by: 'undo' | 'redo') => {
    const left = sheet?.[by]()
    if (left === undefined) return
    const done = by === 'undo' ? 'Taken back.' : 'Done again.'
    setNews(left ? 'Somebody else changed this since: it was left as it is.' : done)
  }

  function onKeyDown(event: GridKey) {
    const deed = deedOf(event, at, edited?.mode ?? 'walk', field)
    if (!deed) return
    event.preventDefault()
    // A drawer or a dialog around it does not hear of the Escape that ends editing.
    event.stopPropagation()
    if (deed.do === 'move') go(deed.to)
    else if (deed.do === 'edit') edit(at, deed.text)
    else if (deed.do === 'clear') clear()
    else if (deed.do === 'undo' || deed.do === 'redo') step(deed.do)
    else if (deed.do === 'tell') told.current?.click()
    else {
      endEditing(deed.do === 'commit')
      go(deed.do === 'commit' ? deed.to : at)
    }
  }

  function onPaste(event: ClipboardEvent) {
    if (isEditing.current || !sheet) return
    const cells = pastedCells(event.clipboardData.getData('text/plain'), at).filter((it) => it.text)
    const taken = cells.filter(
      ({ row, week }) => row < field.rows && week <= field.last && field.canWrite(row),
    )
    event.preventDefault()
    enter(taken)
    setNews(
      taken.length === cells.length
        ? `${formatCount(taken.length)} pasted.`
        : `${formatCount(taken.length)} of ${formatCount(cells.length)} pasted: the others lie on cells that are not noted by hand, or on weeks to come.`,
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
            const place = placeOf(event.target)
            if (!place) return
            visit(place)
            setNews('')
            noteTyped(event)
          },
          onInput: noteTyped,
          onBlur: ({ target }: SyntheticEvent) => {
            if (target === input.current) endEditing(true)
          },
          onClick: ({ target }: SyntheticEvent) => {
            const place = placeOf(target)
            // What an analysis found is more than its figure: the words it came from, who confirmed it.
            if (place && rows[place.row]?.checks.has(place.week)) told.current?.click()
          },
          onDoubleClick: ({ target }: SyntheticEvent) => {
            const place = placeOf(target)
            if (place) edit(place)
          },
        }}
      >
        {categoriesOf(rows).map(({ name, metrics }) => (
          <tbody key={name}>
            <tr className={rowLook}>
              <th
                scope="rowgroup"
                colSpan={weeks.shown.length + 2}
                className="bg-sunken px-4 py-1.5 text-left text-xs font-semibold text-muted uppercase max-md:px-3"
              >
                <span className="sticky left-4">{name}</span>
              </th>
            </tr>
            {metrics.map(({ row, index }) => (
              <MetricTableRow
                key={row.id}
                row={row}
                index={index}
                weeks={weeks}
                drawn={drawn}
                edits={sheet?.edits}
                canWrite={field.canWrite(index)}
                stop={at.row === index ? at.week : undefined}
                editing={
                  edited && at.row === index
                    ? { text: edited.text, isOver: edited.mode === 'over', input }
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
        sheet={field.canWrite(at.row) ? sheet : undefined}
        isSheet={sheet !== undefined}
        steps={sheet?.edits}
        news={news}
        history={told}
        onEdit={() => edit(at)}
        onClear={clear}
        onStep={step}
      />
    </>
  )
}

function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-week]') : null
  if (!cell) return undefined
  return { row: Number(cell.dataset['row']), week: Number(cell.dataset['week']) }
}

/** Rows follow their categories, so those of one stand together. */
function categoriesOf(rows: readonly MetricRow[]) {
  const indexed = rows.map((row, index) => ({ row, index }))
  return [...Map.groupBy(indexed, ({ row }) => row.metric.category.id).values()].map((metrics) => ({
    name: metrics[0]?.row.metric.category.name ?? '',
    metrics,
  }))
}
