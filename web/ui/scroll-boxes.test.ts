import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Class lists that make something scroll. */
const scrolling = (source: string) =>
  [...source.matchAll(/["'`]([^"'`\n]*\boverflow-(?:[xy]-)?(?:auto|scroll)\b[^"'`\n]*)["'`]/g)].map(
    ([, classes = '']) => classes,
  )

/**
 * Texts for those who listen are placed absolutely: out of a box that scrolls and has no position of its own they
 * escape, and make the whole page scroll sideways.
 */
const isPositioned = (classes: string) => /\b(?:relative|absolute|fixed|sticky)\b/.test(classes)

test('a box that scrolls and does not hold what is placed in it is found', () => {
  const loose = scrolling(`<div className="overflow-x-auto p-2" />`)
  expect(loose.filter((classes) => !isPositioned(classes))).toHaveLength(1)
  const holding = scrolling(`<div className={names('relative overflow-auto')} />`)
  expect(holding.filter(isPositioned)).toHaveLength(1)
})

test.each(Object.entries(sources))('%s: what scrolls holds what is placed in it', (_, source) => {
  expect(scrolling(source).filter((classes) => !isPositioned(classes))).toEqual([])
})
