import type { Places } from '#contract/places.ts'
import { Select } from '#web/ui/select.tsx'

type PlaceSelectsProps = {
  /** Undefined while they load. */
  places: Places | undefined
  country: string | undefined
  city: string | undefined
  /** '' clears a filter. */
  onChange: (changes: { country?: string; city?: string }) => void
}

/** Filters by the countries and cities that organizations or coaches have (docs/product.md, "Organizations"). */
export const PlaceSelects = ({
  places = [],
  country = '',
  city = '',
  onChange,
}: PlaceSelectsProps) => (
  <>
    <Select
      aria-label="Country"
      value={country}
      onValueChange={(chosen) =>
        onChange({
          country: chosen,
          ...(city && !listCities(places, chosen).includes(city) && { city: '' }),
        })
      }
      options={withAll(
        'All countries',
        places.map((it) => it.country),
        country,
      )}
    />
    <Select
      aria-label="City"
      value={city}
      onValueChange={(chosen) => onChange({ city: chosen })}
      options={withAll('All cities', listCities(places, country), city)}
    />
  </>
)

/** The chosen value is an option even before the places have loaded, or when nobody is there any more. */
const withAll = (all: string, names: readonly string[], chosen: string) => [
  { value: '', label: all },
  ...[...new Set(chosen ? [...names, chosen] : names)]
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((name) => ({ value: name, label: name })),
]

/** The cities of a country, or with '' of all countries, sorted. */
export const listCities = (places: Places, country: string) =>
  [
    ...new Set(
      places.filter((it) => !country || it.country === country).flatMap(({ cities }) => cities),
    ),
  ].toSorted((a, b) => a.localeCompare(b, 'en'))
