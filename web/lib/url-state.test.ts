import { expect, test } from 'vitest'
import { z } from 'zod'
import { listAuditEntries } from '#contract/audit.ts'
import { listCoaches } from '#contract/coaches.ts'
import { parseSearchParams, updateSearchParams } from './url-state.ts'

test.each([
  [
    'a filter is set beside what stands there',
    'q=anna&tab=x',
    { role: 'coach_user' },
    'q=anna&tab=x&role=coach_user',
  ],
  [
    'a filter takes the place of its older self',
    'role=org_user',
    { role: 'coach_user' },
    'role=coach_user',
  ],
  ['an empty one is taken out', 'q=anna&role=org_user', { role: '' }, 'q=anna'],
  ['one that is nothing is taken out', 'week=3', { week: undefined }, ''],
  ['several change at once', 'country=DK&city=Aarhus', { country: 'SE', city: '' }, 'country=SE'],
])('%s', (_, before, changes, after) => {
  const address = new URLSearchParams(before)
  expect(updateSearchParams(address, changes).toString()).toBe(after)
  expect(address.toString()).toBe(before)
})

test.each([
  ['what there is', 'status=active&city=Aarhus', { status: 'active', city: 'Aarhus' }],
  ['nothing of what there is not', 'status=asleep&colour=red', {}],
  ['nothing of what is empty', 'status=&city=', {}],
  [
    'one part, whatever is wrong with another',
    `status=asleep&city=Aarhus&country=${'x'.repeat(500)}`,
    { city: 'Aarhus' },
  ],
])('of an address one reads %s', (_, address, values) => {
  expect(parseSearchParams(listCoaches.query, new URLSearchParams(address))).toEqual(values)
})

test('an address holds instants and ids, or nothing', () => {
  const read = (address: Record<string, string>) =>
    parseSearchParams(listAuditEntries.query.omit({ limit: true }), new URLSearchParams(address))
  expect(read({ from: '2026-11-21T15:00:00+01:00', row: 'seven' })).toEqual({
    from: '2026-11-21T14:00:00.000Z',
  })
  expect(read({ to: 'yesterday' })).toEqual({})
})

test('numbers are numbers', () => {
  const schema = z.object({ week: z.coerce.number().int().min(1) })
  const read = (week: string) => parseSearchParams(schema, new URLSearchParams({ week }))
  expect(read('12')).toEqual({ week: 12 })
  expect(read('soon')).toEqual({})
  expect(read('0')).toEqual({})
})
