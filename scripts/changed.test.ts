import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { beside, tooLongFor } from './changed.mjs'

test.each([
  ['server/clients/client-rows.ts', ['server/clients/']],
  ['server/app.ts', ['server/app.']],
  ['contract/clients.ts', ['contract/clients.', 'server/clients/', 'web/features/clients/']],
  ['README.md', []],
])('beside %s its own folder is tested', (file, folders) => {
  expect(beside(file)).toEqual(folders)
})

test('beside a part of the contract without a folder of its name, those of its importers are', () => {
  expect(beside('contract/my-day.ts')).toEqual(
    expect.arrayContaining(['contract/my-day.', 'server/coaches/', 'web/pages/home/']),
  )
})

test('beside what nearly everything imports, only its own tests are', () => {
  expect(beside('contract/endpoint.ts')).toEqual(['contract/endpoint.'])
})

test.each([
  ['server/recordings/finishing.test.ts', true],
  ['server/recordings/finishing.ts', true],
  ['server/recordings/finishing.queries.ts', false],
])(
  'a long test waits for "npm test" unless it or what it is named after changed: %s',
  (file, runs) => {
    expect(tooLongFor([file]).includes('server/recordings/finishing.test.ts')).toBe(!runs)
  },
)

test('what is left out is there', () => {
  expect(tooLongFor([]).filter((it) => !existsSync(it))).toEqual([])
})
