import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLines, formatRawText } from './transcript-text.ts'

test('a raw transcript has one line per segment, with its time and speaker', () => {
  expect(
    formatRawText([
      { start: 0.4, speaker: 'Speaker 1', text: 'Good morning.' },
      { start: 83.9, speaker: 'Speaker 2', text: ' Hello:\nthere ' },
      { start: 84, speaker: 'Speaker 2', text: '   ' },
      { start: 7325, speaker: 'Speaker 1', text: 'Still here?' },
    ]),
  ).toBe(
    [
      '[00:00:00] Speaker 1: Good morning.',
      '[00:01:23] Speaker 2: Hello: there',
      '[02:02:05] Speaker 1: Still here?',
    ].join('\n'),
  )
})

test('parses text in another format as lines without speakers', () => {
  expect(parseLines('I slept badly.\r\n\r\n[12:99:00] Anna: no time\n')).toEqual([
    { start: null, speaker: null, text: 'I slept badly.' },
    { start: null, speaker: null, text: '[12:99:00] Anna: no time' },
  ])
})

test('parses a raw transcript back into its segments', () => {
  const segment = fc.record({
    start: fc.integer({ min: 0, max: 500_000 }),
    speaker: fc.constantFrom('Speaker 1', 'Speaker 2', 'Speaker 13'),
    text: fc
      .array(fc.stringMatching(/^[\p{L}\d:.,?'[\]-]{1,12}$/u), { minLength: 1, maxLength: 8 })
      .map((words) => words.join(' ')),
  })
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      expect(parseLines(formatRawText(segments))).toEqual(segments)
    }),
  )
})
