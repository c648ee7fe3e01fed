import type { ReactNode } from 'react'
import { selectedCount, type Selection } from '#web/lib/selection.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type SelectAllProps = {
  selection: Selection
  list: { match: number; isMatchCapped: boolean; isStale: boolean }
  /** '1 client', '12,000+ clients' */
  counted: (rows: number, isCapped: boolean) => string
  onSelectAll: (isOn: boolean) => void
  /** Actions for the selected rows. */
  children: ReactNode
}

export function SelectAll({ selection, list, counted, onSelectAll, children }: SelectAllProps) {
  const { match, isMatchCapped, isStale } = list
  const selected = selectedCount(selection, match)
  return (
    <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Checkbox
        label={`Select all ${counted(match, isMatchCapped)}`}
        checked={selected === 0 ? false : selected === match ? true : 'indeterminate'}
        disabled={isStale}
        onCheckedChange={onSelectAll}
      />
      {selected > 0 && (
        <>
          <span aria-live="polite" className="text-muted">
            {counted(selected, selection.isAll && isMatchCapped)} selected
          </span>
          {children}
        </>
      )}
    </div>
  )
}
