import { useQuery } from '@tanstack/react-query'
import {
  coachStatus,
  coachStatusLabel,
  listCoaches,
  listCoachPlaces,
} from '#contract/coaches/coaches.ts'
import { AddCoach } from '#web/features/coaches/add-coach-dialog.tsx'
import { CoachList } from '#web/features/coaches/coach-list.tsx'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { type FilterField, Filters } from '#web/parts/filters.tsx'
import { placeFilters } from '#web/parts/place-filters.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

const status: FilterField<'status'> = {
  kind: 'choice',
  name: 'status',
  label: 'Status',
  all: 'All statuses',
  options: coachStatus.options.map((value) => ({ value, label: coachStatusLabel[value] })),
}

/** See docs/product.md, "Coaches". */
export function CoachesPage() {
  usePageTitle('Coaches')
  const url = useListUrlState(listCoaches)
  const { data: places } = useQuery(queryFor(listCoachPlaces, {}))
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Coaches"
        subtitle="Manage your coaching staff and their patient assignments."
        actions={<AddCoach />}
      />
      <Filters<'status' | 'country' | 'city'>
        url={url}
        search="Search coaches by name or email"
        fields={[status, ...placeFilters(places, url.filters)]}
      />
      <CoachList
        filter={{ q: url.q || undefined, ...url.filters }}
        sort={url.sort}
        sorting={url.sorting}
      />
    </div>
  )
}
