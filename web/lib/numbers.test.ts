import { expect, test } from 'vitest'
import {
  formatBytes,
  formatCount,
  formatDecimal,
  formatMoney,
  formatPercent,
  formatChange,
} from './numbers.ts'

test('numbers are shown with thousands separators and at most one decimal', () => {
  expect(formatCount(10_204)).toBe('10,204')
  expect(formatDecimal(61.49)).toBe('61.5')
  expect(formatDecimal(61)).toBe('61')
})

test('a change is shown with its sign, and zero without one', () => {
  expect(formatChange(4)).toBe('+4')
  expect(formatChange(-2.53)).toBe('\u22122.5')
  expect(formatChange(0)).toBe('0')
  expect(formatChange(-0.01)).toBe('0')
})

test('an amount is shown in its currency, with decimals only if needed', () => {
  expect(formatMoney(5000, 'DKK')).toBe('DKK\u00A05,000')
  expect(formatMoney(38.5, 'GBP')).toBe('£38.50')
  expect(formatMoney(0, 'SEK')).toBe('SEK\u00A00')
})

test('a share is shown as a whole percentage', () => expect(formatPercent(43.6)).toBe('44%'))

test.each([
  [0, '0 KB'],
  [200, '1 KB'],
  [640 * 1024, '640 KB'],
  [12.44 * 1024 * 1024, '12.4 MB'],
  [500 * 1024 * 1024, '500 MB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
