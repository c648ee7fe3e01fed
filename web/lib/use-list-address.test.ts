import { expect, test } from 'vitest'
import { withFilters } from './use-list-address.ts'

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
  ['several change at once', 'country=DK&city=Aarhus', { country: 'SE', city: '' }, 'country=SE'],
])('%s', (_, before, changes, after) => {
  const address = new URLSearchParams(before)
  expect(withFilters(address, changes).toString()).toBe(after)
  expect(address.toString()).toBe(before)
})
