import { SearchX } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { howMany, showing } from '#web/lib/list-words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Sorting } from '#web/ui/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { ChangeStatus } from './change-status.tsx'
import { coachColumns } from './coach-columns.tsx'
import { coachCount } from './coach-words.ts'
import { everybody, isSelected, nobody, selectedCount, toggled } from '#web/lib/selection.ts'
import { type CoachFilter, type CoachOrder, useCoaches } from './use-coaches.ts'

type CoachListProps = {
  filter: CoachFilter
  sort: CoachOrder
  sorting: Sorting
}

/** The coaches that match, in whichever of the list's states, and what can be done to many of them at once. */
export function CoachList({ filter, sort, sorting }: CoachListProps) {
  const list = useCoaches({ ...filter, sort })
  const [now] = useState(() => new Date())
  const [selection, setSelection] = useState(nobody)
  const [selectedIn, setSelectedIn] = useState(filter)
  // What one cannot see any more must not be changed: a selection ends with the filters that it was made in.
  if (!isSame(selectedIn, filter)) {
    setSelectedIn(filter)
    setSelection(nobody)
  }
  const toggle = useCallback(
    (id: string, isOn: boolean) => setSelection((before) => toggled(before, id, isOn)),
    [],
  )
  const selected = selectedCount(selection, list.match)
  const columns = useMemo(
    () => coachColumns({ now, selection, onToggle: toggle }),
    [now, selection, toggle],
  )
  const shape = { columns, rowHeight: 61, cardHeight: 260, minWidth: '57rem' }
  return (
    <ListBody
      list={list}
      things="coaches"
      countLine={showing(list, 'coaches')}
      skeleton={<RowsLoading {...shape} label="Loading coaches" />}
      empty={
        <EmptyState
          icon={SearchX}
          title={
            <>
              No coaches found.{' '}
              <span className="block text-sm font-normal text-muted">
                Try adjusting your search criteria or filters.
              </span>
            </>
          }
        />
      }
    >
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
        <Checkbox
          label={`Select all ${howMany(list.match, list.isMatchAbout)} coaches`}
          checked={selected === 0 ? false : selected === list.match ? true : 'indeterminate'}
          disabled={list.isStale}
          onCheckedChange={(isOn) => setSelection(isOn ? everybody : nobody)}
        />
        {selected > 0 && (
          <>
            <span aria-live="polite" className="text-muted">
              {coachCount(selected, selection.isAll && list.isMatchAbout)} selected
            </span>
            <ChangeStatus
              selection={selection}
              filter={filter}
              list={list}
              onDone={() => setSelection(nobody)}
            />
          </>
        )}
      </div>
      <Rows
        {...shape}
        label="Coaches"
        sorting={sorting}
        list={list}
        rowKey={({ id }) => id}
        isSelected={({ id }) => isSelected(selection, id)}
      />
    </ListBody>
  )
}

const isSame = (a: CoachFilter, b: CoachFilter) =>
  a.q === b.q && a.status === b.status && a.country === b.country && a.city === b.city
