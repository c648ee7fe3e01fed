import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { listCoaches, type ListedCoach } from '#contract/coaches/coaches.ts'
import { maxSearchLength } from '#contract/paging.ts'
import { formatCappedCount } from '#web/lib/format-list-size.ts'
import { formatPersonInitials, formatPersonName } from '#web/lib/person-names.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useList } from '#web/lib/use-list.ts'
import { Person } from '#web/parts/person.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type ChooseCoachProps = {
  currentCoachId: string | null
  /** The coach whose assignment is pending. */
  pendingId: string | null | undefined
  onChoose: (coach: ListedCoach) => void
}

/** Only active coaches can be assigned. */
export function ChooseCoach({ currentCoachId, pendingId, onChoose }: ChooseCoachProps) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  const list = useList(listCoaches, { status: 'active', ...(q && { q }) })
  return (
    <>
      <SearchInput
        label="Search coaches by name or email"
        placeholder="Search coaches by name or email..."
        value={text}
        onChange={setText}
        maxLength={maxSearchLength}
        className="sticky top-0 z-10 mb-3 bg-surface"
      />
      <div className="min-h-[28rem]">
        <ListBody
          list={list}
          things="coaches"
          countLine={`${formatCappedCount(list.match, list.isMatchCapped)} active ${list.match === 1 ? 'coach' : 'coaches'}`}
          skeleton={<Skeleton className="h-96" />}
          empty={
            <EmptyState
              icon={SearchX}
              title="No coaches found"
              hint={q ? `No active coaches match “${q}”.` : 'There are no active coaches.'}
            />
          }
        >
          <ul aria-label="Coaches" className="rounded-md border border-line">
            {list.rows.map((coach) => (
              <li
                key={coach.id}
                className="flex items-center gap-3 border-t border-line px-3 py-2.5 first:border-t-0 max-md:flex-wrap"
              >
                <CoachFacts coach={coach} />
                <span className="flex w-32 justify-end max-md:w-auto">
                  {coach.id === currentCoachId ? (
                    <Badge tone="brand">Current coach</Badge>
                  ) : (
                    <Button
                      variant="secondary"
                      size="sm"
                      isPending={pendingId === coach.id}
                      pendingLabel="Assigning..."
                      disabled={pendingId !== undefined && pendingId !== coach.id}
                      onClick={() => onChoose(coach)}
                    >
                      Assign<span className="sr-only"> {formatPersonName(coach)}</span>
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <LoadMore list={list} />
        </ListBody>
      </div>
    </>
  )
}

const CoachFacts = ({ coach }: { coach: ListedCoach }) => (
  <>
    <Person
      initials={formatPersonInitials(coach)}
      name={formatPersonName(coach)}
      className="min-w-0 flex-1 basis-52 max-md:basis-full"
    >
      <span className="block truncate text-xs text-muted" title={coach.email}>
        {coach.email}
      </span>
    </Person>
    <span className="w-44 min-w-0 text-xs text-muted max-md:w-auto max-md:flex-1">
      <span className="block truncate">
        {[coach.city, coach.country].filter(Boolean).join(', ') || 'N/A'}
      </span>
      <span className="block tabular-nums">{formatClientCount(coach.patientCount)}</span>
    </span>
  </>
)

/** '1 client', '1,204 clients', '10,000+ clients' */
export const formatClientCount = (clients: number, isCapped = false) =>
  clients === 1 ? '1 client' : `${formatCappedCount(clients, isCapped)} clients`
