import { howMany } from '#web/lib/list-words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { AssignMany } from './assign-many.tsx'
import { clientCount } from './client-words.ts'

type SelectClientsProps = Omit<Parameters<typeof AssignMany>[0], 'onDone' | 'list'> & {
  list: { match: number; isMatchAbout: boolean; loaded: number; isStale: boolean }
  /** How many are selected. */
  selected: number
  onSelectAll: (isOn: boolean) => void
}

/** Selects all that match at once, and says what can be done with those who are selected. */
export const SelectClients = ({
  selection,
  selected,
  filter,
  list,
  onSelectAll,
}: SelectClientsProps) => (
  <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
    <Checkbox
      label={`Select all ${howMany(list.match, list.isMatchAbout)} clients`}
      checked={selected === 0 ? false : selected === list.match ? true : 'indeterminate'}
      disabled={list.isStale}
      onCheckedChange={onSelectAll}
    />
    {selected > 0 && (
      <>
        <span aria-live="polite" className="text-muted">
          {clientCount(selected, selection.isAll && list.isMatchAbout)} selected
        </span>
        <AssignMany
          selection={selection}
          filter={filter}
          list={list}
          onDone={() => onSelectAll(false)}
        />
      </>
    )}
  </div>
)
