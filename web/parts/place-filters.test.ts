import { expect, test } from 'vitest'
import { listCities } from './place-filters.ts'

const places = [
  { country: 'Denmark', cities: ['Odense', 'Aarhus'] },
  { country: 'United States', cities: ['Odense', 'Boston'] },
]

test.each([
  ['of a country', 'Denmark', ['Aarhus', 'Odense']],
  ['of all countries, each once', '', ['Aarhus', 'Boston', 'Odense']],
  ['of an unknown country', 'Norway', []],
])('lists the cities %s', (_, country, cities) =>
  expect(listCities(places, country)).toEqual(cities),
)
