import { expect, test } from 'vitest'
import type { ValueCheck } from '../plans/plan-values.ts'
import { type Measured, valueByWeek } from './metric-values.ts'

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
