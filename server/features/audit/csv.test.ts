import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

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

test('instants, ids and addresses are unchanged', () => {
  const cells = ['2026-11-21T10:00:00.000Z', '0198a0de-5a1c-7a3c-8b2d-333333333333', '::1']
  expect(csvLine(cells)).toBe(`${cells.join(',')}\r\n`)
})
