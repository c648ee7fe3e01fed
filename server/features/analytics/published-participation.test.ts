import { describe, expect, test } from 'vitest'
import { minimumGroup } from '#contract/analytics/analytics.ts'
import { type Figures, publishedFigures } from './published-figures.ts'

const upTo = (max: number) => Array.from({ length: max + 1 }, (_, index) => index)
const isSmall = (count: number) => count >= 1 && count < minimumGroup
const exactly = (eligible: number): Omit<Figures, 'months' | 'participation'> => ({
  ...{ eligible, registered: null, monthlyPrice: 200, pricePerSession: 325, currency: 'DKK' },
  ...{ enrolled: 20, active: 0, sessions: 60, minutes: null, answered: 0, helpful: 0, risk: [] },
  ...{ measured: 0, improved: 0, sessionsUntil: null, waitDays: null },
})

describe('no number of people who took part can be inferred', () => {
  const months = ['2026-01', '2026-02', '2026-03']
  const rounded = (count: number) => count - (count % minimumGroup)
  /** As if every period were shown, which is never so at once. */
  const certain = (worlds: Iterable<number[]>) => {
    const found: string[] = []
    for (const [view, same] of Map.groupBy(worlds, (it) => it.map(rounded).join()))
      for (const [index, count] of same[0]?.entries() ?? [])
        if (isSmall(count) && same.every((it) => it[index] === count))
          found.push(`${count} in ${view}`)
    return found
  }

  /** People by part, and in the whole: as many as in the largest part, up to all parts without overlap. */
  function* withWhole(parts: number[]) {
    const sum = parts.reduce((all, it) => all + it, 0)
    for (const more of upTo(sum - Math.max(...parts))) yield [...parts, Math.max(...parts) + more]
  }

  test('in a month, by a reader who knows the months and the quarter', () => {
    function* worlds() {
      for (const first of upTo(17))
        for (const second of upTo(17))
          for (const third of upTo(17)) yield* withWhole([first, second, third])
    }
    expect(certain(worlds())).toEqual([])
  })

  test('in a quarter, by a reader of a year, which has no quarter of a group', () => {
    function* worlds() {
      for (const first of upTo(5))
        for (const second of upTo(5))
          for (const third of upTo(5))
            for (const fourth of upTo(5)) yield* withWhole([first, second, third, fourth])
    }
    expect(certain(worlds())).toEqual([])
    const shownYear = (quarter: number) => {
      const participation = { '2025-Q4': 4, '2026-Q1': quarter, '2026': 14, '2025': 8 }
      return publishedFigures({ ...exactly(60), participation, months }).outcomes.participation
    }
    expect(shownYear(5)).toMatchObject({ by: 'year', periods: [{ period: '2026', people: 12 }] })
    expect(shownYear(6)).toMatchObject({ by: 'quarter', periods: [{ people: 6 }] })
  })

  test.each([
    [[7, 0, 13], 'month', [6, null, 12]],
    [[0, 0, 9], 'month', [null, null, 6]],
    [[9, 0, 0], 'month', [6, null, null]],
    [[9, 0, 0, 0], 'quarter', [null, 18]],
    [[5, 5, 5], 'quarter', [18]],
  ])('shows %j as %s', (counts, by, people) => {
    const all = ['2025-12', ...months].slice(-counts.length)
    const participation = {
      ...Object.fromEntries(counts.map((it, index) => [all[index], it])),
      ...{ '2026-Q1': 19, '2026': 30 },
    }
    const shown = publishedFigures({ ...exactly(90), participation, months: all })
    expect(shown.outcomes.participation.by).toBe(by)
    expect(shown.outcomes.participation.periods.map((it) => it.people)).toEqual(people)
  })
})
