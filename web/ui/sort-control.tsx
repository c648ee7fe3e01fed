import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import { type Column, sortDirection, columnName, nextSort, type Sorting } from './column.ts'
import { IconButton } from './icon-button.tsx'
import { controlClasses } from './input.tsx'
import { Skeleton } from './skeleton.tsx'

type SortControlProps = { columns: readonly Column<never, string>[]; sorting: Sorting }

/** The sorting of a list of cards, which has no headings. */
export function SortControl({ columns, sorting: { by, onSort } }: SortControlProps) {
  const sortable = columns.flatMap(({ sort, ...column }) =>
    sort === undefined ? [] : { ...column, sort },
  )
  const chosen = sortable.find(({ sort }) => sortDirection(sort, by) !== 'none')
  const isRising = !chosen || sortDirection(chosen.sort, by) === 'ascending'
  const sortBy = (id: string) => {
    const column = sortable.find((it) => it.id === id)
    if (column && column !== chosen) onSort(nextSort(column.sort, '', column.isDescendingFirst))
  }
  if (!sortable.length) return null
  return (
    <div className="mb-3 flex items-center gap-2">
      {/* A native list, which is easier to use on phones. */}
      <span className="relative min-w-0 flex-1">
        <select
          aria-label="Sort by"
          value={chosen?.id ?? ''}
          onChange={({ target }) => sortBy(target.value)}
          className={classNames(controlClasses, 'h-10 appearance-none pr-9 pl-3')}
        >
          {!chosen && <option value="">Sort by</option>}
          {sortable.map((it) => (
            <option key={it.id} value={it.id}>
              Sort by {columnName(it)}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          size={16}
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
        />
      </span>
      <IconButton
        label={isRising ? 'Sort descending' : 'Sort ascending'}
        icon={isRising ? ArrowUp : ArrowDown}
        variant="secondary"
        disabled={!chosen}
        onClick={() => chosen && onSort(nextSort(chosen.sort, by, chosen.isDescendingFirst))}
      />
    </div>
  )
}

export const SortControlSkeleton = ({ columns }: Pick<SortControlProps, 'columns'>) =>
  columns.some(({ sort }) => sort) && <Skeleton className="mb-3 h-10 w-full" />
