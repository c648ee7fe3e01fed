import { expect, test } from 'vitest'
import { listCities } from './place-selects.tsx'

const places = [
  { country: 'Denmark', cities: ['Odense', 'Aarhus'] },
  { country: 'United States', cities: ['Odense', 'Boston'] },
]

test('a country has its own cities', () =>
  expect(listCities(places, 'Denmark')).toEqual(['Aarhus', 'Odense']))

test('without a country there are the cities of all, each once', () =>
  expect(listCities(places, '')).toEqual(['Aarhus', 'Boston', 'Odense']))

test('a country in which nobody is any more has no cities', () =>
  expect(listCities(places, 'Norway')).toEqual([]))
