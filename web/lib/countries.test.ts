import { expect, test } from 'vitest'
import { countriesQuery, popularCityHint } from './countries.ts'
import { newQueryClient } from './query.ts'

const countries = await newQueryClient().query(countriesQuery)

test('the list has every country of ISO 3166, sorted by its English name', () => {
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
  expect(countries.length).toBeGreaterThanOrEqual(249)
  expect(countries[1]?.name).toBe('Åland Islands')
  expect(countries.at(-1)?.name).toBe('Zimbabwe')
})

test.each([
  ['Denmark', 'Copenhagen, Aarhus, Odense'],
  ['Sweden', 'Stockholm, Gothenburg, Malmö'],
  ['Norway', 'Oslo, Bergen, Trondheim'],
  ['Finland', 'Helsinki, Espoo, Tampere'],
  ['Germany', 'Berlin, Hamburg, Munich'],
  ['United Kingdom', 'London, Birmingham, Manchester'],
  ['United States', 'New York, Los Angeles, Chicago'],
])('the popular cities of %s are %s', (name, cities) => {
  expect(popularCityHint(name)).toBe(`Popular cities: ${cities}`)
  expect(countries.map((it) => it.name)).toContain(name)
})

test('other countries have no popular cities', () =>
  expect(popularCityHint('Iceland')).toBeUndefined())
