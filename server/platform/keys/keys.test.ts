import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deriveKeys } from './keys.ts'

const [old, fresh] = [randomBytes(32), randomBytes(32)]
const keys = deriveKeys([old])
const rotated = deriveKeys([fresh, old])
const row = '0198a0de-5a1c-7a3c-8b2d-333333333333'
const other = '0198a0de-5a1c-7a3c-8b2d-444444444444'

describe('a signature', () => {
  test('is good for its parts and its purpose, and nothing else', () => {
    const signature = keys.sign('direct-link', 'a', 'b')
    expect(keys.isSigned('direct-link', signature, 'a', 'b')).toBe(true)
    expect(keys.isSigned('direct-link', signature, 'a', 'c')).toBe(false)
    expect(keys.isSigned('direct-link', signature, 'ab')).toBe(false)
    expect(keys.isSigned('known-browser', signature, 'a', 'b')).toBe(false)
    expect(keys.isSigned('direct-link', signature.subarray(1), 'a', 'b')).toBe(false)
    expect(keys.isSigned('direct-link', Buffer.alloc(0), 'a', 'b')).toBe(false)
  })

  test('of the key before is still good, and of the one before that no more', () => {
    const signature = keys.sign('direct-link', 'a')
    expect(rotated.isSigned('direct-link', signature, 'a')).toBe(true)
    expect(rotated.sign('direct-link', 'a')).not.toEqual(signature)
    expect(deriveKeys([fresh]).isSigned('direct-link', signature, 'a')).toBe(false)
  })
})

describe('what is encrypted', () => {
  const secret = 'sk-søren ✓'
  const kept = keys.encrypt('integration-secrets', row, secret)

  test('is read again, never twice the same, and says nothing', () => {
    expect(keys.decrypt('integration-secrets', row, kept)).toBe(secret)
    expect(keys.encrypt('integration-secrets', row, secret)).not.toBe(kept)
    expect(Buffer.from(kept.split('.')[1] ?? '', 'base64url').includes(secret)).toBe(false)
  })

  test('is read in no other row, for no other purpose, and not when it was changed', () => {
    expect(() => keys.decrypt('integration-secrets', other, kept)).toThrow()
    expect(() => keys.decrypt('direct-link', row, kept)).toThrow()
    for (const at of [kept.indexOf('.') + 3, kept.indexOf('.') + 20, kept.length - 3]) {
      const changed = kept.slice(0, at) + (kept[at] === 'A' ? 'B' : 'A') + kept.slice(at + 1)
      expect(() => keys.decrypt('integration-secrets', row, changed)).toThrow()
    }
    expect(() => keys.decrypt('integration-secrets', row, kept.slice(0, 20))).toThrow()
    expect(() => keys.decrypt('integration-secrets', row, '')).toThrow()
  })

  test('is read after the key was changed, as long as the old one is there', () => {
    expect(rotated.decrypt('integration-secrets', row, kept)).toBe(secret)
    expect([keys.isCurrent(kept), rotated.isCurrent(kept)]).toEqual([true, false])
    const again = rotated.encrypt('integration-secrets', row, secret)
    expect(deriveKeys([fresh]).decrypt('integration-secrets', row, again)).toBe(secret)
    expect(() => deriveKeys([fresh]).decrypt('integration-secrets', row, kept)).toThrow(
      'This was encrypted with a key that is not here.',
    )
  })
})
