import { useQuery } from '@tanstack/react-query'
import { type CoachSuggestion, listCoachSuggestions } from '#contract/clients/coach-suggestions.ts'
import { formatCalendarDay, formatDateTime } from '#web/lib/dates.ts'
import { formatPersonInitials, formatPersonName } from '#web/lib/person-names.ts'
import { queryFor } from '#web/lib/query.ts'
import { Person } from '#web/parts/person.tsx'
import { languageName } from '#web/parts/transcription-hints.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatClientCount } from './choose-coach.tsx'

type SuggestedCoachesProps = {
  clientId: string
  /** The coach whose assignment is pending. */
  pendingId: string | null | undefined
  onChoose: (
    coach: Pick<CoachSuggestion, 'firstName' | 'lastName' | 'email'> & { id: string },
  ) => void
}

/** Above the list of all coaches; missing where it cannot be read, or nobody suits. */
export function SuggestedCoaches({ clientId, pendingId, onChoose }: SuggestedCoachesProps) {
  const suggested = useQuery(queryFor(listCoachSuggestions, { params: { id: clientId } }))
  if (suggested.isPending) return <Skeleton className="mb-4 h-40" />
  if (!suggested.data?.length) return null
  return (
    <section aria-label="Suggested" className="mb-4">
      <h3 className="mb-2 text-sm font-semibold">Suggested</h3>
      <ul className="rounded-md border border-line">
        {suggested.data.map((coach) => (
          <li
            key={coach.coachId}
            className="flex items-center gap-3 border-t border-line px-3 py-2.5 first:border-t-0 max-md:flex-wrap"
          >
            <Person
              initials={formatPersonInitials(coach)}
              name={formatPersonName(coach)}
              className="min-w-0 flex-1"
            >
              <span className="block text-xs text-muted">{listReasons(coach).join(' · ')}</span>
            </Person>
            <Button
              variant="secondary"
              size="sm"
              isPending={pendingId === coach.coachId}
              pendingLabel="Assigning..."
              disabled={pendingId !== undefined && pendingId !== coach.coachId}
              onClick={() => onChoose({ ...coach, id: coach.coachId })}
            >
              Assign<span className="sr-only"> {formatPersonName(coach)}, suggested</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const listReasons = ({ country, language, nextFreeAt, awayFrom, clients }: CoachSuggestion) => [
  nextFreeAt ? `Free from ${formatDateTime(nextFreeAt)}` : 'No free times in the next two weeks',
  ...(awayFrom ? [`Away from ${formatCalendarDay(awayFrom)}`] : []),
  ...(country ? [`In ${country}, too`] : []),
  ...(language ? [`Coaches in ${languageName(language)}`] : []),
  formatClientCount(clients),
]
