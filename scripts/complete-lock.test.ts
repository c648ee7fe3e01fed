import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingFrom } from './complete-lock.mjs'

test('package-lock.json contains every optional package, as npm ci requires', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  expect(missingFrom(packages)).toEqual({})
})

test('a missing platform package gets an entry that npm skips on other platforms', () => {
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
