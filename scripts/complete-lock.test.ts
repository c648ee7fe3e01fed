import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingFrom } from './complete-lock.mjs'

test('the lock lacks no optional package, or npm ci would refuse it', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  expect(missingFrom(packages)).toEqual({})
})

test('a platform package that the registry did not name gets an entry that npm skips elsewhere', () => {
  const packages = {
    'node_modules/engine': { optionalDependencies: { '@engine/windows-arm64': '^1.2.3' } },
    'node_modules/other': { optionalDependencies: { present: '1.0.0' } },
    'node_modules/other/node_modules/present': { version: '1.0.0' },
  }
  expect(missingFrom(packages)).toEqual({
    'node_modules/@engine/windows-arm64': {
      version: '1.2.3',
      optional: true,
      os: ['win32'],
      cpu: ['arm64'],
    },
  })
})
