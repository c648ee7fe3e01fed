import { type Ref, useSyncExternalStore } from 'react'
import { checkLabel } from '#contract/plans/plan-values.ts'
import { weekName } from '#contract/rules/weeks.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { noSubscription, type PendingEdit } from './cell-edits.ts'
import { Source } from './data-source.tsx'
import type { MetricRow } from '../plan-rows.ts'
import { usePlanAddress } from '../use-plan-address.ts'
import type { MetricEditor } from './use-metric-editor.ts'
import { ValueHistory } from '../values/value-history.tsx'

type CellBarProps = {
  clientId: string
  row: MetricRow | undefined
  week: number
  /** For readers who may enter values. */
  editor: MetricEditor | undefined
  /** Whether the selected cell can be written. */
  isWritable: boolean
  status: string
  history: Ref<HTMLButtonElement>
  onEdit: () => void
  onClear: () => void
  onStep: (by: 'undo' | 'redo') => void
}

/** Describes the selected cell below the grid, with buttons for what the keys do. */
export function CellBar({ row, week, editor, ...props }: CellBarProps) {
  const { clientId, isWritable, status, history, onEdit, onClear, onStep } = props
  const edits = editor?.edits
  const pending = useSyncExternalStore(
    edits?.subscribe ?? noSubscription,
    () => row && edits?.at({ metricDefinitionId: row.id, weekNumber: week }),
  )
  const undoable = useSyncExternalStore(
    edits?.subscribe ?? noSubscription,
    () => edits?.undoCount ?? 0,
  )
  const redoable = useSyncExternalStore(
    edits?.subscribe ?? noSubscription,
    () => edits?.redoCount ?? 0,
  )
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
          {pending?.error ? <span className="text-red-ink">{pending.error}</span> : status}
        </output>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {editor && isWritable && pending && (
          <UnsavedActions pending={pending} theirs={row.entered.get(week)?.value} editor={editor} />
        )}
        {isWritable && !pending?.error && (
          <>
            <Button size="sm" variant="ghost" onClick={onEdit}>
              Edit
            </Button>
            {row.entered.has(week) && (
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
        {editor && (
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

type UnsavedActionsProps = {
  pending: PendingEdit
  theirs: number | undefined
  editor: MetricEditor
}

function UnsavedActions({ pending, theirs, editor }: UnsavedActionsProps) {
  if (!pending.error) return null
  const drop = () => editor.edits.discard(pending)
  if (pending.state === 'stale')
    return (
      <>
        <Button size="sm" variant="secondary" onClick={drop}>
          Keep {theirs === undefined ? 'it empty' : formatDecimal(theirs)}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => editor.retry(pending)}>
          Save {pending.text || 'it empty'}
        </Button>
      </>
    )
  return (
    <>
      {pending.state === 'failed' && (
        <Button size="sm" variant="secondary" onClick={() => editor.retry(pending)}>
          Try again
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={drop}>
        Discard
      </Button>
    </>
  )
}
