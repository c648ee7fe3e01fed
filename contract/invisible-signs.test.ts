import { expect, test } from 'vitest'
import { line } from './bounds.ts'
import { withoutInvisible } from './invisible-signs.ts'

const name = line(100).min(1, 'First name is required')

test.each([
  ['a space without width', '\u200b'],
  ['marks of direction', '\u200e\u200f\u061c'],
  ['embeddings, overrides and isolates of direction', '\u202a\u202b\u202c\u202d\u202e\u2066\u2069'],
  ['joiners that join nothing', '\u200c\u200d'],
  ['a word joiner and signs of formulas', '\u2060\u2061\u2064'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['letters without a shape', '\u115f\u3164\uffa0'],
  ['tags', '\u{e0041}\u{e007f}'],
  ['choices of a form of nothing', '\ufe0f\u{e0100}'],
])('%s are no name, and no part of one', (_, signs) => {
  expect(name.safeParse(` ${signs} `).error?.issues).toMatchObject([
    { message: 'First name is required' },
  ])
  expect(name.parse(`${signs}Sa${signs}rah${signs} Holm ${signs}`)).toBe('Sarah Holm')
})

test.each([
  ['Persian', 'می\u200cخواهم'],
  ['Hindi', 'क्\u200dष'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['a family', '👩\u200d👩\u200d👧'],
  ['a heart on fire', '❤\ufe0f\u200d🔥'],
  ['somebody with a colour of skin', '👩🏽\u200d⚕\ufe0f'],
  ['a key', '1\ufe0f\u20e3'],
  ['a form of a Japanese letter', '葛\u{e0100}城'],
  ['plain letters', 'Zoë Ångström-O’Brien 李 Ahmad أحمد'],
])('what is seen of %s stays as it is', (_, text) => {
  expect(withoutInvisible(text)).toBe(text)
})

test('a second choice of form says nothing any more', () => {
  expect(withoutInvisible('❤\ufe0f\ufe0e')).toBe('❤\ufe0f')
})
