import { describe, expect, test } from 'vitest'
import css from '../styles.css?raw'

const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(
    ([, name, light, dark]) => [name ?? '', { light: light ?? '', dark: dark ?? '' }] as const,
  ),
)
const modes = ['light', 'dark'] as const

/** Contrast of two tokens in one mode, 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string, mode: (typeof modes)[number]) {
  const [high = 0, low = 0] = [one, other]
    .map((name) => {
      const pair = tokens.get(name)
      if (!pair) throw new Error(`There is no colour ${name}.`)
      return luminance(pair[mode])
    })
    .sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** "Relative luminance" of an sRGB colour `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const grounds = ['canvas', 'surface', 'sunken']
const hues = ['brand', 'red', 'amber', 'green', 'blue', 'purple']

/** What may be written on what: WCAG AA asks 4.5. */
const texts = [
  ...grounds.flatMap((ground) => [
    ['ink', ground],
    ['muted', ground],
    ...hues.map((hue) => [`${hue}-ink`, ground]),
  ]),
  ...hues.flatMap((hue) => [
    [`${hue}-ink`, `${hue}-soft`],
    ['ink', `${hue}-soft`],
  ]),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-red', 'red'],
  ['on-red', 'red-hover'],
  ['on-alarm', 'alarm'],
  ['muted', 'brand-soft'],
  ['canvas', 'ink'],
] as [string, string][]

/** Shapes and borders that carry meaning, and the focus ring: WCAG AA asks 3. */
const shapes = [
  ...grounds.flatMap((ground) => [['outline', ground], ...hues.map((hue) => [hue, ground])]),
  ...hues.map((hue) => [hue, `${hue}-soft`]),
] as [string, string][]

describe.each(modes)('The colours of the %s theme', (mode) => {
  test.each(texts)('let %s be read on %s', (text, ground) => {
    expect(contrast(text, ground, mode)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(shapes)('let %s be seen on %s', (shape, ground) => {
    expect(contrast(shape, ground, mode)).toBeGreaterThanOrEqual(3)
  })
})

/** The edge of a badge: its text's colour at 35 %, on its own ground. */
const badges = [['muted', 'sunken'], ...hues.map((hue) => [`${hue}-ink`, `${hue}-soft`])] as [
  string,
  string,
][]

test.each(badges.flatMap((badge) => modes.map((mode) => [...badge, mode] as const)))(
  'The edge of a badge, of %s, is seen on a row of its own colour %s in the %s theme',
  (text, ground, mode) => {
    const at = (name: string) => tokens.get(name)?.[mode] ?? ''
    const mixed = [1, 3, 5].map((from) => {
      const [over = 0, under = 0] = [at(text), at(ground)].map((hex) =>
        Number.parseInt(hex.slice(from, from + 2), 16),
      )
      return Math.round(over * 0.35 + under * 0.65)
    })
    const edge = `#${mixed.map((it) => it.toString(16).padStart(2, '0')).join('')}`
    tokens.set('edge', { light: edge, dark: edge })
    expect(contrast('edge', ground, mode)).toBeGreaterThanOrEqual(1.5)
  },
)

test('Every colour but the scrim is a pair of light and dark that the test can read', () => {
  const named = [...css.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name)
  expect(named.filter((name) => !tokens.has(name ?? ''))).toEqual([
    'transparent',
    'current',
    'scrim',
  ])
})

test('Black on white has a contrast of 21, and grey on white the known one', () => {
  tokens.set('black', { light: '#000000', dark: '#767676' })
  tokens.set('white', { light: '#ffffff', dark: '#ffffff' })
  expect(contrast('black', 'white', 'light')).toBeCloseTo(21, 5)
  expect(contrast('white', 'black', 'dark')).toBeCloseTo(4.54, 2)
})
