import { expect, test } from 'vitest'
import { listAuditEntries } from '#contract/audit/audit.ts'
import { listCoaches } from '#contract/coaches/coaches.ts'
import { listExecutions } from '#contract/executions/executions.ts'
import { parseSearchParams, updateSearchParams } from './url-state.ts'

test.each([
  ['is added', 'q=anna&tab=x', { role: 'coach' }, 'q=anna&tab=x&role=coach'],
  ['replaces its old value', 'role=org', { role: 'coach' }, 'role=coach'],
  ['that is empty is removed', 'q=anna&role=org', { role: '' }, 'q=anna'],
  ['that is undefined is removed', 'week=3', { week: undefined }, ''],
])('a filter %s', (_, before, changes, after) => {
  expect(updateSearchParams(new URLSearchParams(before), changes).toString()).toBe(after)
})

test.each([
  ['known values', listCoaches, 'status=active&city=Aarhus', { status: 'active', city: 'Aarhus' }],
  ['no unknown values or names', listCoaches, 'status=asleep&colour=red&city=', {}],
  [
    'valid values beside invalid ones',
    listCoaches,
    'status=asleep&city=Aarhus',
    { city: 'Aarhus' },
  ],
  [
    'instants in UTC, and no invalid ids',
    listAuditEntries,
    'from=2026-11-21T15:00:00%2B01:00&row=seven',
    { from: '2026-11-21T14:00:00.000Z' },
  ],
  ['numbers', listExecutions, 'page=12', { page: 12 }],
])('from an address %s are read', (_, { query }, address, values) => {
  expect(parseSearchParams(query, new URLSearchParams(address))).toEqual(values)
})
