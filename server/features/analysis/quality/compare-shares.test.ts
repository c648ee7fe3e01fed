import { expect, test } from 'vitest'
import { compareShares, estimateShare, wilsonInterval } from './compare-shares.ts'

test('the interval of a share is the Wilson interval', () => {
  const { from, to } = wilsonInterval(15, 20)
  expect([from, to].map((it) => Number(it.toFixed(3)))).toEqual([0.531, 0.888])
  expect(wilsonInterval(20, 20)).toMatchObject({ share: 1, to: 1 })
  expect(wilsonInterval(20, 20).from).toBeCloseTo(0.839, 3)
  expect(wilsonInterval(0, 20).from).toBeCloseTo(0, 9)
})

test.each([
  [{ some: 10, all: 40 }, { some: 36, all: 40 }, 'worse'],
  [{ some: 36, all: 40 }, { some: 10, all: 40 }, 'better'],
  [{ some: 30, all: 40 }, { some: 34, all: 40 }, 'unclear'],
  [{ some: 20, all: 20 }, { some: 20, all: 20 }, 'unclear'],
  [{ some: 0, all: 19 }, { some: 40, all: 40 }, 'too-few'],
  [{ some: 0, all: 40 }, { some: 19, all: 19 }, 'too-few'],
] as const)('%o after %o is %s', (now, before, expected) => {
  expect(compareShares(now, before)).toBe(expected)
})

test('a share of too few values is not shown', () => {
  expect(estimateShare({ some: 19, all: 19 }, undefined)).toEqual({
    ...{ of: 19, share: null, from: null, to: null, compared: null },
  })
  expect(estimateShare({ some: 10, all: 20 }, undefined).share).toBe(0.5)
})
