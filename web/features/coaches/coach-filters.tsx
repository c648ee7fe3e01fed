import { coachStatus, coachStatusLabel } from '#contract/coaches.ts'
import { mostSearched } from '#contract/paging.ts'
import type { Places } from '#contract/places.ts'
import { FiltersInForce } from '#web/ui/filters-in-force.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { type CoachFilter, useCoachPlaces } from './use-coaches.ts'

type CoachFiltersProps = {
  filter: CoachFilter
  /** What is typed into the search. */
  text: string
  onText: (text: string) => void
  /** '' lifts a filter. */
  onFilters: (changes: Partial<Record<keyof CoachFilter, string>>) => void
  onClear: () => void
}

/** Search, status, country and city; the places are those that coaches are in. */
export function CoachFilters({ filter, text, onText, onFilters, onClear }: CoachFiltersProps) {
  const places = useCoachPlaces()
  const { q, status, country, city } = filter
  return (
    <>
      <div className="mb-3 grid grid-cols-[minmax(16rem,2fr)_1fr_1fr_1fr] gap-3 max-lg:grid-cols-3 max-md:grid-cols-2">
        <SearchInput
          label="Search coaches by name or email"
          placeholder="Search coaches by name or email..."
          value={text}
          onChange={onText}
          maxLength={mostSearched}
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
        <Select
          aria-label="Country"
          value={country ?? ''}
          onValueChange={(value) =>
            onFilters({
              country: value,
              ...(city && !citiesOf(places, value).includes(city) && { city: '' }),
            })
          }
          options={withAll('All countries', [...places.map((it) => it.country)], country)}
        />
        <Select
          aria-label="City"
          value={city ?? ''}
          onValueChange={(value) => onFilters({ city: value })}
          options={withAll('All cities', citiesOf(places, country), city)}
        />
      </div>
      <FiltersInForce
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
        ].flatMap(({ value, ...rest }) => (value ? [{ ...rest, value }] : []))}
      />
    </>
  )
}

/** Of the country, or of all of them. */
const citiesOf = (places: Places, country: string | undefined) => [
  ...new Set(
    places.filter((it) => !country || it.country === country).flatMap(({ cities }) => cities),
  ),
]

/** What is chosen is on offer, also before the places have come. */
const withAll = (all: string, names: readonly string[], chosen: string | undefined) => [
  { value: '', label: all },
  ...[...new Set(chosen ? [...names, chosen] : names)]
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((name) => ({ value: name, label: name })),
]
