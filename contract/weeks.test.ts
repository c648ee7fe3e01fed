import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownWeeks, weekNumberAt, weekRanges } from './weeks.ts'

const day = 24 * 3600 * 1000
const week = 7 * day
const instant = fc
  .integer({ min: Date.parse('2000-01-01'), max: Date.parse('2100-01-01') })
  .map((ms) => new Date(ms))
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)

describe('the treatment week', () => {
  test('is W1 from the moment of creation for seven days, then W2', () => {
    const created = new Date('2026-03-26T22:15:00.500Z')
    expect(weekNumberAt(created, created)).toBe(1)
    expect(weekNumberAt(later(created, week - 1), created)).toBe(1)
    expect(weekNumberAt(later(created, week), created)).toBe(2)
    expect(weekNumberAt(later(created, -1), created)).toBe(0)
  })

  test('goes up by one with every seven times 24 hours, also where clocks are changed', () => {
    // Both changes of the clock of 2026 in Europe lie between.
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: -2000, max: 2000 }), (at, created, weeks) => {
        expect(weekNumberAt(later(at, weeks * week), created)).toBe(
          weekNumberAt(at, created) + weeks,
        )
      }),
    )
  })

  test('never falls as time goes on, and begins exactly a whole number of weeks after the creation', () => {
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 0, max: week }), (at, created, more) => {
        const number = weekNumberAt(at, created)
        expect(weekNumberAt(later(at, more), created)).toBeGreaterThanOrEqual(number)
        const begin = later(created, (number - 1) * week)
        expect(begin.getTime()).toBeLessThanOrEqual(at.getTime())
        expect(at.getTime() - begin.getTime()).toBeLessThan(week)
      }),
    )
  })
})

describe('the shown weeks', () => {
  const shown = (range: (typeof weekRanges)[number], days: number) =>
    shownWeeks(range, later(new Date('2026-01-01T00:00:00Z'), days * day), new Date('2026-01-01'))

  test('are W1 to W12 of a new client, and two more than have begun of an older one', () => {
    expect(shown('all', 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(shown('all', 69)).toHaveLength(12)
    expect(shown('all', 70).at(-1)).toBe(13)
    expect(shown('all', 7 * 29)).toHaveLength(32)
  })

  test('of "Last N" end with this week and begin at W1 at the earliest', () => {
    expect(shown(4, 0)).toEqual([1])
    expect(shown(4, 20)).toEqual([1, 2, 3])
    expect(shown(4, 7 * 9)).toEqual([7, 8, 9, 10])
    expect(shown(20, 7 * 30)).toEqual(Array.from({ length: 20 }, (_, index) => 12 + index))
  })

  test('of a client who is created in a moment are those of W1', () => {
    expect(shown(8, -3)).toEqual([1])
    expect(shown('all', -3)).toHaveLength(12)
  })

  test('follow each other, hold this week, and are as many as the specification says', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...weekRanges),
        instant,
        fc.integer({ min: 0, max: 1500 * week }),
        (range, created, ms) => {
          const now = later(created, ms)
          const weeks = shownWeeks(range, now, created)
          const begun = weekNumberAt(now, created)
          expect(weeks).toContain(begun)
          expect(weeks).toHaveLength(
            range === 'all' ? Math.max(12, begun + 2) : Math.min(range, begun),
          )
          for (const [index, number] of weeks.entries())
            expect(number).toBe((weeks[0] ?? 0) + index)
          expect(weeks[0]).toBeGreaterThanOrEqual(1)
          if (range !== 'all') expect(weeks.at(-1)).toBe(begun)
        },
      ),
    )
  })
})
