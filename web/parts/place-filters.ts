import type { Places } from '#contract/places.ts'
import type { FilterField } from './filters.tsx'

type Place = { country?: string | undefined; city?: string | undefined }

/** Filters by the countries and cities that organizations or coaches have (docs/product.md, "Organizations"). */
export const placeFilters = (
  places: Places = [],
  { country = '', city = '' }: Place,
): FilterField<'country' | 'city'>[] => [
  {
    kind: 'choice',
    name: 'country',
    label: 'Country',
    all: 'All countries',
    options: asOptions(places.map((it) => it.country).toSorted(compare)),
    labelOf: (it) => it,
    changes: (chosen) => ({
      country: chosen,
      ...(city && !listCities(places, chosen).includes(city) && { city: '' }),
    }),
  },
  {
    kind: 'choice',
    name: 'city',
    label: 'City',
    all: 'All cities',
    options: asOptions(listCities(places, country)),
    labelOf: (it) => it,
  },
]

const asOptions = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))

const compare = (a: string, b: string) => a.localeCompare(b, 'en')

/** The cities of a country, or with '' of all countries, sorted. */
export const listCities = (places: Places, country: string) =>
  [
    ...new Set(
      places.filter((it) => !country || it.country === country).flatMap(({ cities }) => cities),
    ),
  ].toSorted(compare)
