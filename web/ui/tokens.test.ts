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
      if (!pair) throw new Error(`There is no color ${name}.`)
      return luminance(pair[mode])
    })
    .sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** "Relative luminance" of an sRGB color `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const grounds = ['canvas', 'surface', 'sunken']
const hues = ['brand', 'red', 'amber', 'green', 'blue', 'purple']

/** Text colors and their backgrounds: WCAG AA requires 4.5. */
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

/** Shapes and borders that carry meaning, and the focus ring: WCAG AA requires 3. */
const shapes = [
  ...grounds.flatMap((ground) => [['outline', ground], ...hues.map((hue) => [hue, ground])]),
  ...hues.map((hue) => [hue, `${hue}-soft`]),
] as [string, string][]

describe.each(modes)('The colors of the %s theme', (mode) => {
  test.each(texts)('make %s text readable on %s', (text, ground) => {
    expect(contrast(text, ground, mode)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(shapes)('make %s shapes visible on %s', (shape, ground) => {
    expect(contrast(shape, ground, mode)).toBeGreaterThanOrEqual(3)
  })
})

test('every color but the scrim has a light and a dark value', () => {
  const named = [...css.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name)
  expect(named.filter((name) => !tokens.has(name ?? ''))).toEqual([
    'transparent',
    'current',
    'scrim',
  ])
})
