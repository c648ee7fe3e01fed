import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scoreSource, type ValueCheck } from './plan-values.ts'
import { effectiveByWeek, type Measured, valueByWeek } from './scores.ts'

const assessment = fc.record({
  weekNumber: fc.integer({ min: 1, max: 4 }),
  source: fc.constantFrom(...scoreSource.options),
  createdAt: fc
    .integer({ min: 0, max: 20 })
    .map((minute) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()),
})

test('a questionnaire overrides a person, who overrides a model; of one source the newest counts', () => {
  fc.assert(
    fc.property(fc.array(assessment), (all) => {
      const counting = effectiveByWeek(all)
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

const value = (weekNumber: number, numericValue: number, of: Partial<Measured>) => ({
  ...{ weekNumber, numericValue, source: 'transcription' as const, ...of },
})
const day = (of: number) => `2026-11-0${of}T10:00:00.000Z`
const manual = { source: 'manual' } as const
const device = { source: 'device' } as const
const said = (of: number, check: ValueCheck = 'not-confirmed') => ({ check, sessionDate: day(of) })

test.each<[string, number, ReturnType<typeof value>[]]>([
  [
    'a manual value before a confirmed one',
    0,
    [value(1, 0, manual), value(1, 40, said(1, 'confirmed'))],
  ],
  [
    'a confirmed value before a device',
    40,
    [value(1, 40, said(1, 'confirmed')), value(1, 60, device)],
  ],
  [
    'a corrected value before a later one without a decision',
    70,
    [value(1, 70, said(1, 'corrected')), value(1, 25, said(2))],
  ],
  [
    'a device or a document before a value without a decision',
    60,
    [value(1, 60, device), value(1, 40, said(1))],
  ],
  [
    'the mean of devices and documents',
    50,
    [value(1, 60, device), value(1, 40, { source: 'document_upload' })],
  ],
  ['the latest session', 40, [value(1, 40, said(5)), value(1, 50, said(2, 'inferred'))]],
  ['the last value in a session', 30, [value(1, 20, said(4)), value(1, 30, said(4))]],
])('the value of a metric in a week is %s', (_what, expected, values) => {
  expect([...valueByWeek(values)]).toEqual([[1, expected]])
})
