import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DataSource, scoreSource } from './plan-values.ts'
import { countingByWeek, valueByWeek } from './scores.ts'

const assessment = fc.record({
  weekNumber: fc.integer({ min: 1, max: 4 }),
  source: fc.constantFrom(...scoreSource.options),
  createdAt: fc
    .integer({ min: 0, max: 20 })
    .map((minute) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()),
})

test('of a week a questionnaire counts before a person before a model, and of one source the newest', () => {
  fc.assert(
    fc.property(fc.array(assessment), (all) => {
      const counting = countingByWeek(all)
      expect(new Set(counting.keys())).toEqual(new Set(all.map((it) => it.weekNumber)))
      for (const it of all) {
        const { source, createdAt } = counting.get(it.weekNumber) ?? it
        const [first, mine] = [source, it.source].map((of) => scoreSource.options.indexOf(of))
        expect(first).toBeLessThanOrEqual(mine ?? 0)
        if (first === mine) expect(createdAt >= it.createdAt).toBe(true)
      }
    }),
  )
})

test('an older questionnaire stands before what a person entered later', () => {
  const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`
  const found = { weekNumber: 3, source: 'questionnaire' as const, createdAt: at(1) }
  const counting = countingByWeek([
    { weekNumber: 3, source: 'model', createdAt: at(4) },
    found,
    { weekNumber: 3, source: 'person', createdAt: at(3) },
  ])
  expect(counting.get(3)).toBe(found)
})

test('what a person noted stands before the mean of the rest, in which only the last session counts', () => {
  const value = (weekNumber: number, numericValue: number, source: DataSource, day = 1) => ({
    ...{ weekNumber, numericValue, source },
    sessionDate: source === 'transcription' ? `2026-11-0${day}T10:00:00.000Z` : null,
  })
  const weeks = valueByWeek([
    value(1, 40, 'transcription'),
    value(1, 60, 'manual'),
    value(2, 40, 'transcription', 5),
    value(2, 50, 'transcription', 2),
    value(3, 0, 'manual'),
    value(3, 90, 'transcription'),
    value(4, 40, 'device'),
    value(4, 50, 'transcription', 3),
    value(4, 90, 'transcription', 2),
    value(5, 20, 'transcription', 4),
    value(5, 30, 'transcription', 4),
  ])
  expect([...weeks]).toEqual([
    [1, 60],
    [2, 40],
    [3, 0],
    [4, 45],
    [5, 30],
  ])
})
