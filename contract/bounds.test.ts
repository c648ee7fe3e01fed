import { expect, test } from 'vitest'
import type { z } from 'zod'
import { instant, line, paragraph, verbatim } from './bounds.ts'

const errorsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

test('text that cannot be stored is rejected, never changed', () => {
  for (const schema of [line(9), paragraph(9), verbatim(9)])
    for (const text of ['a\0b', 'a\ud83d', '\ude00a'])
      expect(errorsOf(schema, text)).toEqual([
        'This holds a character that cannot be kept here; please remove it.',
      ])
  expect(verbatim(9).parse(' \t😀\r\n')).toBe(' \t😀\r\n')
  expect(paragraph(9).parse(' a\nb ')).toBe('a\nb')
  expect(errorsOf(line(9), 'a\nb')).toHaveLength(1)
})

test('an instant is converted to UTC from any offset', () => {
  expect(instant().parse('2026-02-01T00:30:00+14:00')).toBe('2026-01-31T10:30:00.000Z')
  expect(instant().parse('1900-01-01T00:00:00Z')).toBe('1900-01-01T00:00:00.000Z')
})

test.each([
  '2026-02-01T00:00:00+23:59',
  '2026-02-01T00:00:00+14:01',
  '2026-02-01T00:00:00-15:00',
  '0000-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '2201-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-02-01T00:00:00',
  `2026-02-01T00:00:00.${'0'.repeat(40)}Z`,
  '2026-02-01',
  '',
])('not an instant: %s', (text) => {
  expect(errorsOf(instant(), text)).toEqual([
    'This is not a date and time of the years 1900 to 2200 with its offset from UTC.',
  ])
})
