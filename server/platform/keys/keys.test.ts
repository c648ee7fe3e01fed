import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deriveKeys } from './keys.ts'

const [old, fresh] = [randomBytes(32), randomBytes(32)]
const keys = deriveKeys([old])
const rotated = deriveKeys([fresh, old])
const row = '0198a0de-5a1c-7a3c-8b2d-333333333333'
const other = '0198a0de-5a1c-7a3c-8b2d-444444444444'

describe('a signature', () => {
  test('is valid for its parts and purpose only', () => {
    const signature = keys.sign('direct-link', 'a', 'b')
    expect(keys.isSigned('direct-link', signature, 'a', 'b')).toBe(true)
    expect(keys.isSigned('direct-link', signature, 'a', 'c')).toBe(false)
    expect(keys.isSigned('direct-link', signature, 'ab')).toBe(false)
    expect(keys.isSigned('known-browser', signature, 'a', 'b')).toBe(false)
    expect(keys.isSigned('direct-link', signature.subarray(1), 'a', 'b')).toBe(false)
    expect(keys.isSigned('direct-link', Buffer.alloc(0), 'a', 'b')).toBe(false)
  })

  test('of the previous key is still valid, of a removed key it is not', () => {
    const signature = keys.sign('direct-link', 'a')
    expect(rotated.isSigned('direct-link', signature, 'a')).toBe(true)
    expect(rotated.sign('direct-link', 'a')).not.toEqual(signature)
    expect(deriveKeys([fresh]).isSigned('direct-link', signature, 'a')).toBe(false)
  })
})

describe('an encrypted text', () => {
  const secret = 'sk-søren ✓'
  const encrypted = keys.encrypt('integration-secrets', row, secret)

  test('is decrypted, differs each time and does not contain the plain text', () => {
    expect(keys.decrypt('integration-secrets', row, encrypted)).toBe(secret)
    expect(keys.encrypt('integration-secrets', row, secret)).not.toBe(encrypted)
    expect(Buffer.from(encrypted.split('.')[1] ?? '', 'base64url').includes(secret)).toBe(false)
  })

  test('cannot be decrypted for another row or purpose, or after a change', () => {
    expect(() => keys.decrypt('integration-secrets', other, encrypted)).toThrow()
    expect(() => keys.decrypt('direct-link', row, encrypted)).toThrow()
    const dot = encrypted.indexOf('.')
    for (const at of [dot + 3, dot + 20, encrypted.length - 3]) {
      const changed =
        encrypted.slice(0, at) + (encrypted[at] === 'A' ? 'B' : 'A') + encrypted.slice(at + 1)
      expect(() => keys.decrypt('integration-secrets', row, changed)).toThrow()
    }
    expect(() => keys.decrypt('integration-secrets', row, encrypted.slice(0, 20))).toThrow()
    expect(() => keys.decrypt('integration-secrets', row, '')).toThrow()
  })

  test('is decrypted after a key rotation, as long as the old key is kept', () => {
    expect(rotated.decrypt('integration-secrets', row, encrypted)).toBe(secret)
    expect([keys.isCurrent(encrypted), rotated.isCurrent(encrypted)]).toEqual([true, false])
    const again = rotated.encrypt('integration-secrets', row, secret)
    expect(deriveKeys([fresh]).decrypt('integration-secrets', row, again)).toBe(secret)
    expect(() => deriveKeys([fresh]).decrypt('integration-secrets', row, encrypted)).toThrow(
      'This was encrypted with a key that is not available.',
    )
  })
})
