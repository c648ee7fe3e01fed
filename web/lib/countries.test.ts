import { expect, test } from 'vitest'
import { countriesQuery, popularCityHint } from './countries.ts'
import { newQueryClient } from './query.ts'

const countries = await newQueryClient().query(countriesQuery)

test('the list holds every country of ISO 3166 once, in the order of its English name', () => {
  expect(countries.length).toBeGreaterThanOrEqual(249)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
  expect(countries[0]).toEqual({ code: 'AF', name: 'Afghanistan' })
  expect(countries[1]?.name).toBe('Åland Islands')
  expect(countries.at(-1)?.name).toBe('Zimbabwe')
  expect(countries).toContainEqual({ code: 'US', name: 'United States' })
})

test.each([
  ['Denmark', 'Popular cities: Copenhagen, Aarhus, Odense'],
  ['Sweden', 'Popular cities: Stockholm, Gothenburg, Malmö'],
  ['Norway', 'Popular cities: Oslo, Bergen, Trondheim'],
  ['Finland', 'Popular cities: Helsinki, Espoo, Tampere'],
  ['Germany', 'Popular cities: Berlin, Hamburg, Munich'],
  ['United Kingdom', 'Popular cities: London, Birmingham, Manchester'],
  ['United States', 'Popular cities: New York, Los Angeles, Chicago'],
])('%s has the hint "%s", and stands in the list by that name', (name, hint) => {
  expect(popularCityHint(name)).toBe(hint)
  expect(countries.filter((it) => it.name === name)).toHaveLength(1)
})

test('a country without popular cities has no hint', () => {
  expect(popularCityHint('Iceland')).toBeUndefined()
  expect(popularCityHint(undefined)).toBeUndefined()
})
