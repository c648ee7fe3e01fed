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

test('the first start makes a key that only its owner may read, and the next one finds it', () => {
  const [key, ...before] = keys()
  expect([key.length, before]).toEqual([32, []])
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(keys()).toEqual([key])
})

test('a key file that was put aside is still read behind the one that takes its place', () => {
  const [old] = keys()
  renameSync(file(), `${file()}.before`)
  const [fresh, ...before] = keys()
  expect(fresh).not.toEqual(old)
  expect(before).toEqual([old])
  expect(keys()).toEqual([fresh, old])
})

test('SECRET_KEY comes first, behind it what it replaces: an earlier one, or the key file', () => {
  const [kept] = keys()
  const first = { secretKey: 'a'.repeat(32) }
  const [one, ...behind] = keys(first)
  expect(behind).toEqual([kept])
  expect(keys({ secretKey: 'b'.repeat(32), secretKeyBefore: first.secretKey }).slice(1)).toEqual([
    one,
    kept,
  ])
})

test('no file is made where SECRET_KEY is set', () => {
  keys({ secretKey: 'a'.repeat(32) })
  expect(() => readFileSync(file())).toThrow('ENOENT')
})

test('a damaged key file says so', () => {
  writeFileSync(file(), 'short')
  expect(() => keys()).toThrow(/damaged/)
})
