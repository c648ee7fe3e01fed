import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readMasterKeys } from './secret-key.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'keys-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))
const keys = (given: { secretKey?: string; secretKeyBefore?: string } = {}) =>
  readMasterKeys({ secretKey: undefined, secretKeyBefore: undefined, dataDir, ...given })
const file = () => path.join(dataDir, 'secret.key')

test('the first start creates a key file readable only by its owner, which the next start uses', () => {
  const [key, ...before] = keys()
  expect([key.length, before]).toEqual([32, []])
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(keys()).toEqual([key])
})

test('a key file renamed to secret.key.before is read after the new one', () => {
  const [old] = keys()
  renameSync(file(), `${file()}.before`)
  const [fresh, ...before] = keys()
  expect(fresh).not.toEqual(old)
  expect(before).toEqual([old])
  expect(keys()).toEqual([fresh, old])
})

test('SECRET_KEY comes before SECRET_KEY_BEFORE and the key file', () => {
  const [fileKey] = keys()
  const first = { secretKey: 'a'.repeat(32) }
  const [one, ...others] = keys(first)
  expect(others).toEqual([fileKey])
  expect(keys({ secretKey: 'b'.repeat(32), secretKeyBefore: first.secretKey }).slice(1)).toEqual([
    one,
    fileKey,
  ])
})

test('no key file is created when SECRET_KEY is set', () => {
  keys({ secretKey: 'a'.repeat(32) })
  expect(() => readFileSync(file())).toThrow('ENOENT')
})

test('a damaged key file is reported', () => {
  writeFileSync(file(), 'short')
  expect(() => keys()).toThrow(/damaged/)
})
