import { expect, test } from 'vitest'
import { csvLine, localTime } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [['a,b', 'c"d', 'e\r\nf'], '"a,b","c""d","e\r\nf"\r\n'],
  [[null, 3, -2.5, true, ''], ',3,-2.5,true,\r\n'],
  [['Søren', ' with blanks '], 'Søren, with blanks \r\n'],
])('%j is the record %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})

test.each(['=1+1', '+45', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '  =1+1'])(
  '%j stays text in a spreadsheet',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  },
)

test('semicolons come with decimal commas, and quotes only where they are needed', () => {
  expect(csvLine(['a,b', 'c;d', 54.4, -1.5, null, true], 'semicolon')).toBe(
    'a,b;"c;d";54,4;-1,5;;true\r\n',
  )
})

test('a local time is that of the day beside it, also when clocks change', () => {
  expect(localTime('2026-10-25T00:30:00Z', 'Europe/Copenhagen')).toBe('2026-10-25 02:30')
  expect(localTime('2026-11-28T23:05:00Z', 'Europe/Copenhagen')).toBe('2026-11-29 00:05')
  expect(localTime(null, 'UTC')).toBeNull()
})

test('instants, ids and addresses are unchanged', () => {
  const cells = ['2026-11-21T10:00:00.000Z', '0198a0de-5a1c-7a3c-8b2d-333333333333', '::1']
  expect(csvLine(cells)).toBe(`${cells.join(',')}\r\n`)
})
