import { expect, test } from 'vitest'
import { citiesOf } from './place-selects.tsx'

const places = [
  { country: 'Denmark', cities: ['Odense', 'Aarhus'] },
  { country: 'United States', cities: ['Odense', 'Boston'] },
]

test('a country has its own cities', () =>
  expect(citiesOf(places, 'Denmark')).toEqual(['Aarhus', 'Odense']))

test('without a country there are the cities of all, each once', () =>
  expect(citiesOf(places, '')).toEqual(['Aarhus', 'Boston', 'Odense']))

test('a country in which nobody is any more has no cities', () =>
  expect(citiesOf(places, 'Norway')).toEqual([]))
