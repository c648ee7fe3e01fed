import { expect, test } from 'vitest'
import { measureWork } from '#server/test/measure-work.ts'
import { formatDecimal } from './numbers.ts'
import { parseNumber } from './parse-number.ts'

test.each([
  ['62', 62],
  [' 62,5 ', 62.5],
  ['.5', 0.5],
  [',5', 0.5],
  ['0,125', 0.125],
  ['1.234', 1.234],
  ['\u22123', -3],
  ['12,345', 12_345],
  ['\u221212,345.5', -12_345.5],
  ['1,234,567', 1_234_567],
  ['12 345', 12_345],
  ['12\u00A0345,5', 12_345.5],
  ['12\u202F345.5', 12_345.5],
  ['12’345', 12_345],
  ['12.345,5', 12_345.5],
  ['1.234.567', 1_234_567],
  ['', null],
  ['1e3', undefined],
  ['12a', undefined],
  ['-', undefined],
  ['1,2,3', undefined],
  ['12,3456,789', undefined],
  ['0,123,456', undefined],
  ['1 23', undefined],
  ['1,234 567', undefined],
])('%j is parsed as %j', (text, value) => expect(parseNumber(text)).toBe(value))

test('a formatted number is parsed as the same number', () => {
  for (const value of [0, 7, 62.5, 999, 1000, 8200, 12_345.5, 1_000_000, -4500])
    expect(parseNumber(formatDecimal(value))).toBe(value)
})

test('many digits followed by a letter are rejected quickly', () => {
  const look = () => expect(parseNumber(`${'0'.repeat(100_000)}x`)).toBeUndefined()
  expect(measureWork(look)).toBeLessThan(1_000)
})
