import { useQuery } from '@tanstack/react-query'
import { coachStatus, coachStatusLabel, listCoachPlaces } from '#contract/coaches.ts'
import { maxSearchLength } from '#contract/paging.ts'
import { queryFor } from '#web/lib/query.ts'
import { PlaceSelects } from '#web/parts/place-selects.tsx'
import { ActiveFilters } from '#web/ui/active-filters.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { CoachFilter } from './coach-list.tsx'

type CoachFiltersProps = {
  filter: CoachFilter
  /** The text in the search field. */
  text: string
  onText: (text: string) => void
  /** '' removes a filter. */
  onFilters: (changes: Partial<Record<keyof CoachFilter, string>>) => void
  onClear: () => void
}

export function CoachFilters({ filter, text, onText, onFilters, onClear }: CoachFiltersProps) {
  const { data: places } = useQuery(queryFor(listCoachPlaces, {}))
  const { q, status, country, city } = filter
  return (
    <>
      <div className="mb-3 grid print:hidden grid-cols-[minmax(16rem,2fr)_1fr_1fr_1fr] gap-3 max-lg:grid-cols-3 max-md:grid-cols-2">
        <SearchInput
          label="Search coaches by name or email"
          placeholder="Search coaches by name or email..."
          value={text}
          onChange={onText}
          maxLength={maxSearchLength}
          className="max-lg:col-span-full"
        />
        <Select
          aria-label="Status"
          className="max-md:col-span-full"
          value={status ?? ''}
          onValueChange={(value) => onFilters({ status: value })}
          options={[
            { value: '', label: 'All statuses' },
            ...coachStatus.options.map((it) => ({ value: it, label: coachStatusLabel[it] })),
          ]}
        />
        <PlaceSelects {...{ places, country, city }} onChange={onFilters} />
      </div>
      <ActiveFilters
        onClear={onClear}
        filters={[
          { name: 'Search', value: q, onLift: () => onText('') },
          {
            name: 'Status',
            value: status && coachStatusLabel[status],
            onLift: () => onFilters({ status: '' }),
          },
          { name: 'Country', value: country, onLift: () => onFilters({ country: '' }) },
          { name: 'City', value: city, onLift: () => onFilters({ city: '' }) },
        ]}
      />
    </>
  )
}
