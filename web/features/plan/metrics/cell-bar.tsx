import { type Ref, useSyncExternalStore } from 'react'
import { checkLabel } from '#contract/plan-values.ts'
import { weekName } from '#contract/weeks.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { type CellEdits, never, type Pending } from './cell-edits.ts'
import { Source } from './data-source.tsx'
import type { MetricRow } from '../plan-rows.ts'
import { usePlanAddress } from '../use-plan-address.ts'
import type { Sheet } from './use-sheet.ts'

const ValueHistory = optional(
  async () => (await import('../values/value-history.tsx')).ValueHistory,
  'The history could not be shown.',
)

type CellBarProps = {
  clientId: string
  row: MetricRow | undefined
  week: number
  /** Of a cell that can be written. */
  sheet: Sheet | undefined
  /** Room for what is said of writing, also while a cell that cannot be written is chosen. */
  isSheet: boolean
  steps: CellEdits | undefined
  news: string
  history: Ref<HTMLButtonElement>
  onEdit: () => void
  onClear: () => void
  onStep: (by: 'undo' | 'redo') => void
}

/** The chosen cell in words below the grid: what it holds and why it was not saved, and by touch what keys do. */
export function CellBar({ row, week, sheet, steps, ...props }: CellBarProps) {
  const { clientId, isSheet, news, history, onEdit, onClear, onStep } = props
  const pending = useSyncExternalStore(
    steps?.subscribe ?? never,
    () => row && steps?.at({ metricDefinitionId: row.id, weekNumber: week }),
  )
  const undoable = useSyncExternalStore(steps?.subscribe ?? never, () => steps?.steps ?? 0)
  const redoable = useSyncExternalStore(steps?.subscribe ?? never, () => steps?.undone ?? 0)
  const { openValues } = usePlanAddress()
  if (!row) return null
  const value = row.weeks.get(week)
  const check = row.checks.get(week)
  const cell = { metricDefinitionId: row.id, weekNumber: week }
  const name = `${row.label}, ${weekName(week)}`
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-semibold">{name}</span>{' '}
        <span className="tabular-nums">
          {pending ? pending.text || 'cleared' : value === undefined ? 'N/A' : formatDecimal(value)}
        </span>{' '}
        <span className="ml-1 text-xs text-muted">
          <Source source={row.metric.dataSource} />
          {check && ` · ${checkLabel[check]}`}
        </span>
        <output className="block text-xs text-muted">
          {pending?.sentence ? <span className="text-red-ink">{pending.sentence}</span> : news}
        </output>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {sheet && pending && (
          <Remedies pending={pending} theirs={row.noted.get(week)?.value} sheet={sheet} />
        )}
        {sheet && !pending?.sentence && (
          <>
            <Button size="sm" variant="ghost" onClick={onEdit}>
              Edit
            </Button>
            {row.noted.has(week) && (
              <Button size="sm" variant="ghost" onClick={onClear}>
                Clear
              </Button>
            )}
          </>
        )}
        <Popover
          label={`History of ${name}`}
          side="top"
          trigger={
            <Button ref={history} size="sm" variant="ghost">
              History
            </Button>
          }
        >
          <ValueHistory clientId={clientId} cell={cell} name={name} onOpenValues={openValues} />
        </Popover>
        {isSheet && (
          <>
            <Button size="sm" variant="ghost" disabled={!undoable} onClick={() => onStep('undo')}>
              Undo
            </Button>
            <Button size="sm" variant="ghost" disabled={!redoable} onClick={() => onStep('redo')}>
              Redo
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

type RemediesProps = { pending: Pending; theirs: number | undefined; sheet: Sheet }

/** What can be done about a value that was not saved. */
function Remedies({ pending, theirs, sheet }: RemediesProps) {
  if (!pending.sentence) return null
  const drop = () => sheet.edits.drop(pending)
  if (pending.state === 'stale')
    return (
      <>
        <Button size="sm" variant="secondary" onClick={drop}>
          Keep {theirs === undefined ? 'it empty' : formatDecimal(theirs)}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => sheet.retry(pending)}>
          Save {pending.text || 'it empty'}
        </Button>
      </>
    )
  return (
    <>
      {pending.state === 'failed' && (
        <Button size="sm" variant="secondary" onClick={() => sheet.retry(pending)}>
          Try again
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={drop}>
        Discard
      </Button>
    </>
  )
}
