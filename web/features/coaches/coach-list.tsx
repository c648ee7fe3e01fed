import { SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { listCoaches } from '#contract/coaches/coaches.ts'
import { formatShownCount } from '#web/lib/format-list-size.ts'
import { isSelected, useRowSelection } from '#web/lib/selection.ts'
import { useList } from '#web/lib/use-list.ts'
import { SelectAll } from '#web/parts/select-all.tsx'
import type { Sorting } from '#web/ui/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { ChangeStatus } from './change-status.tsx'
import { coachColumns } from './coach-columns.tsx'
import { formatCoachCount } from './coach-labels.ts'

export type CoachFilter = Omit<z.input<typeof listCoaches.query>, 'limit' | 'cursor' | 'sort'>

type CoachListProps = {
  filter: CoachFilter
  sort: z.input<typeof listCoaches.query>['sort']
  sorting: Sorting
}

export function CoachList({ filter, sort, sorting }: CoachListProps) {
  const list = useList(listCoaches, { ...filter, sort })
  const [now] = useState(() => new Date())
  const { selection, toggle, selectAll } = useRowSelection(filter, list.rows)
  const columns = useMemo(
    () => coachColumns({ now, selection, onToggle: toggle }),
    [now, selection, toggle],
  )
  const shape = { columns, cardHeight: 260 }
  return (
    <ListBody
      list={list}
      things="coaches"
      countLine={formatShownCount(list, 'coaches')}
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
      <SelectAll
        selection={selection}
        list={list}
        counted={formatCoachCount}
        onSelectAll={selectAll}
      >
        <ChangeStatus
          selection={selection}
          filter={filter}
          list={list}
          onDone={() => selectAll(false)}
        />
      </SelectAll>
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
