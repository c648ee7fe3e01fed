import { expect, test } from 'vitest'
import { hashPassword, passwordError, verifyPassword } from './passwords.ts'
import { isCommonPassword } from './common-passwords.ts'

const composed = 'caf\u00e9 au lait'
const decomposed = 'cafe\u0301 au lait'

test.each([
  ['set with é as one character', () => hashPassword(composed)],
  ['set with é as two', () => hashPassword(decomposed)],
])('a password %s matches regardless of the Unicode form', async (_, hashed) => {
  const passwordHash = await hashed()
  expect(await verifyPassword(composed, passwordHash)).toBe(true)
  expect(await verifyPassword(decomposed, passwordHash)).toBe(true)
  expect(await verifyPassword('cafe au lait', passwordHash)).toBe(false)
})

test('an unknown user has no valid password', async () => {
  expect(await verifyPassword('nobody', undefined)).toBe(false)
})

test.each([
  ['password123', true],
  ['iloveyou1', true],
  ['QwertyUiop', true],
  ['quiet-harbour-7', false],
  ['password-of-mine-since-2026', false],
])('whether %s is among the most common passwords: %s', async (password, isCommon) =>
  expect(await isCommonPassword(password)).toBe(isCommon),
)

const owner = { firstName: 'Åse', lastName: 'Müller-Lind', email: 'ase.holm@fjordbank.no' }
const place = { brandName: 'Maylab', origin: 'https://care.example.com' }
test.each([
  ['MaylabMaylab', true],
  ['wellbeing-demo', true],
  ['m-a-y-l-a-b-2026', true],
  ['muller-in-spring', true],
  ['MÜLLERLIND42', true],
  ['the-holm-family', true],
  ['fjordbank-2026', true],
  ['my-care-password', true],
  ['ase-is-too-short-a-word', false],
  ['quiet-harbour-7', false],
])('whether %s can be guessed from who and where it is for: %s', async (password, isGuessable) =>
  expect((await passwordError(password, owner, place)) !== undefined).toBe(isGuessable),
)
