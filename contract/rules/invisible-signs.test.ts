import { expect, test } from 'vitest'
import { line } from '../bounds.ts'
import { withoutInvisible } from './invisible-signs.ts'

const name = line(100).min(1, 'First name is required')

test.each([
  ['zero-width spaces', '\u200b'],
  ['direction marks', '\u200e\u200f\u061c'],
  ['directional embeddings, overrides and isolates', '\u202a\u202b\u202c\u202d\u202e\u2066\u2069'],
  ['joiners that join nothing', '\u200c\u200d'],
  ['word joiners and invisible operators', '\u2060\u2061\u2064'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['blank letters', '\u115f\u3164\uffa0'],
  ['tags', '\u{e0041}\u{e007f}'],
  ['variation selectors after nothing', '\ufe0f\u{e0100}'],
])('%s are not a name, and are removed from one', (_, signs) => {
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
  ['an emoji with a skin tone', '👩🏽\u200d⚕\ufe0f'],
  ['a key', '1\ufe0f\u20e3'],
  ['a variant of a Japanese character', '葛\u{e0100}城'],
  ['plain letters', 'Zoë Ångström-O’Brien 李 Ahmad أحمد'],
])('%s stays unchanged', (_, text) => {
  expect(withoutInvisible(text)).toBe(text)
})

test('a second variation selector is removed', () => {
  expect(withoutInvisible('❤\ufe0f\ufe0e')).toBe('❤\ufe0f')
})
