import { useQuery } from '@tanstack/react-query'
import { listOrganizationPlaces } from '#contract/organizations.ts'
import type { Places } from '#contract/places.ts'
import { read } from '#web/lib/query.ts'
import { Select } from '#web/ui/select.tsx'
import { citiesOf } from './cities-of.ts'

export type Place = { country: string; city: string }

type PlaceFiltersProps = { place: Place; onChange: (place: Partial<Place>) => void }

const noPlaces: Places = []

/** "Country and city filters built from the organizations' own values" (specification part 1, section 2). */
export function PlaceFilters({ place: { country, city }, onChange }: PlaceFiltersProps) {
  const { data: places = noPlaces } = useQuery(read(listOrganizationPlaces, {}))
  return (
    <div className="grid w-96 grid-cols-2 gap-3 max-md:w-full">
      <Select
        aria-label="Country"
        value={country}
        onValueChange={(chosen) => onChange({ country: chosen, city: '' })}
        options={optionsOf(
          'All countries',
          places.map((it) => it.country),
          country,
        )}
      />
      <Select
        aria-label="City"
        value={city}
        onValueChange={(chosen) => onChange({ city: chosen })}
        options={optionsOf('All cities', citiesOf(places, country), city)}
      />
    </div>
  )
}

/** What is chosen stays an option, also when no organization has it any more. */
const optionsOf = (all: string, values: readonly string[], chosen: string) => [
  { value: '', label: all },
  ...[...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({
    value,
    label: value,
  })),
]
