import type { Places } from '#contract/places.ts'

/** The cities of a country, or with '' those of every country, each once and sorted. */
export const citiesOf = (places: Places, country: string) =>
  [
    ...new Set(
      places.filter((it) => !country || it.country === country).flatMap(({ cities }) => cities),
    ),
  ].toSorted((a, b) => a.localeCompare(b, 'en'))
