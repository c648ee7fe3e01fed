import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

const composed = 'caf\u00e9 au lait'
const decomposed = 'cafe\u0301 au lait'

test.each([
  ['set with é as one character', () => hashPassword(composed)],
  ['set with é as two', () => hashPassword(decomposed)],
  ['hashed as typed, before passwords were normalized', () => hash(decomposed)],
])('a password %s is right however another keyboard writes it', async (_, hashed) => {
  const passwordHash = await hashed()
  expect(await isPassword(composed, passwordHash)).toBe(true)
  expect(await isPassword(decomposed, passwordHash)).toBe(true)
  expect(await isPassword('cafe au lait', passwordHash)).toBe(false)
})

test('nobody has a password', async () => {
  expect(await isPassword('nobody', undefined)).toBe(false)
})
