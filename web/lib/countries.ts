import { queryOptions } from '@tanstack/react-query'

export type Country = { code: string; name: string }

/** By country, largest first (docs/product.md, "Everywhere"). */
const popularCities: Record<string, readonly string[]> = {
  Denmark: ['Copenhagen', 'Aarhus', 'Odense', 'Aalborg', 'Esbjerg'],
  Sweden: ['Stockholm', 'Gothenburg', 'Malmö', 'Uppsala', 'Västerås'],
  Norway: ['Oslo', 'Bergen', 'Trondheim', 'Stavanger', 'Kristiansand'],
  Finland: ['Helsinki', 'Espoo', 'Tampere', 'Vantaa', 'Oulu'],
  Germany: ['Berlin', 'Hamburg', 'Munich', 'Cologne', 'Frankfurt'],
  'United Kingdom': ['London', 'Birmingham', 'Manchester', 'Leeds', 'Glasgow'],
  'United States': ['New York', 'Los Angeles', 'Chicago', 'Houston', 'Phoenix'],
}

export const firstPopularCities = (countryName: string | undefined) =>
  popularCities[countryName ?? '']?.slice(0, 3) ?? []

export function popularCityHint(countryName: string | undefined) {
  const cities = firstPopularCities(countryName)
  return cities.length ? `Popular cities: ${cities.join(', ')}` : undefined
}

/** Where the first name in the library is not the common one. */
const shorterNames: Record<string, string> = {
  CN: 'China',
  GM: 'Gambia',
  IR: 'Iran',
  MK: 'North Macedonia',
  PS: 'Palestine',
  RU: 'Russia',
  US: 'United States',
}

/** ISO 3166 countries by English name, sorted and loaded on demand. The product stores the name. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'] as const,
  queryFn: async (): Promise<readonly Country[]> => {
    const { default: english } = await import('i18n-iso-countries/langs/en.json')
    const names: Record<string, string | string[]> = english.countries
    return Object.entries(names)
      .map(([code, name]) => ({ code, name: shorterNames[code] ?? [name].flat()[0] ?? code }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  },
})
