import { SearchX } from 'lucide-react'
import { useCallback, useState } from 'react'
import { howMany, showing } from '#web/lib/list-words.ts'
import { phone, useMedia } from '#web/lib/use-media.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { ChangeStatus } from './change-status.tsx'
import { CoachCards } from './coach-cards.tsx'
import { CoachTable } from './coach-table.tsx'
import { coachCount } from './coach-words.ts'
import { everybody, nobody, selectedCount, toggled } from './selection.ts'
import { type CoachFilter, useCoaches } from './use-coaches.ts'

/** The coaches that match, in whichever of the list's states, and what can be done to many of them at once. */
export function CoachList({ filter }: { filter: CoachFilter }) {
  const list = useCoaches(filter)
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
  const Rows = useMedia(phone) ? CoachCards : CoachTable
  return (
    <ListBody
      list={list}
      things="coaches"
      countLine={showing(list, 'coaches')}
      skeleton={<RowsSkeleton label="Loading coaches" />}
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
      <Rows list={list} now={now} selection={selection} onToggle={toggle} />
    </ListBody>
  )
}

const isSame = (a: CoachFilter, b: CoachFilter) =>
  a.q === b.q && a.status === b.status && a.country === b.country && a.city === b.city
