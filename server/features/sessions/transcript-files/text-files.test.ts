import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversationCues } from './conversation-cues.ts'
import { textFile, vttFile } from './text-files.ts'
import { linesOfConversation } from './transcript-document.ts'

test('no word is lost between a conversation and its file', () => {
  const lines = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }))
  fc.assert(
    fc.property(lines, (said) => {
      const text = said.join('\n')
      // Special characters around names, and a speaker without text.
      fc.pre(!/[*[(]|:\s*$/m.test(text))
      const file = textFile({
        title: '',
        about: '',
        ifEmpty: '',
        origin: null,
        lines: linesOfConversation(text, []),
      })
      expect(file.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    }),
  )
})

test('subtitles of a conversation never overlap and are in order, whatever was recognized', () => {
  const word = fc.constantFrom('so', 'well', 'you', 'see.', 'sleep', 'more?', 'Yes.')
  const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((it) => it.join(' '))
  const heard = fc.array(
    fc.record({
      speaker: fc.constantFrom('A', 'B'),
      start: fc.double({ min: 0, max: 50, noNaN: true }),
      length: fc.double({ min: 0, max: 20, noNaN: true }),
      text: sentence,
    }),
    { minLength: 1, maxLength: 12 },
  )
  const written = fc.array(fc.tuple(fc.constantFrom('A: ', 'B: '), sentence), { minLength: 1 })
  fc.assert(
    fc.property(heard, written, (lines, turns) => {
      const segments = lines
        .toSorted((one, other) => one.start - other.start)
        .map(({ length, ...it }) => ({ ...it, end: it.start + length }))
      const cues = conversationCues(turns.map((it) => it.join('')).join('\n\n'), segments)
      const times = cues.flatMap(({ start, end }) => [start ?? NaN, end ?? NaN])
      for (const [index, { start, end }] of cues.entries()) {
        expect(end).toBeGreaterThan(start ?? NaN)
        expect(cues[index + 1]?.start ?? Infinity).toBeGreaterThanOrEqual(end ?? NaN)
      }
      expect(times.every(Number.isFinite)).toBe(true)
      const file = vttFile({ title: '', about: '', ifEmpty: '', origin: null, lines: cues })
      const shown = [...file.matchAll(/^(\S+) --> (\S+)$/gm)].flatMap(([, ...both]) => both)
      for (const [index, it] of shown.entries()) expect(it >= (shown[index - 1] ?? '')).toBe(true)
      const all = turns.map(([, it]) => it).join(' ')
      if (cues.length) expect(cues.map(({ text }) => text).join(' ')).toBe(all)
    }),
  )
})

test('subtitles contain nothing but cues', () => {
  const line = fc.record({
    speaker: fc.option(fc.string()),
    start: fc.option(fc.double({ min: 0, max: 90_000, noNaN: true })),
    end: fc.option(fc.double({ min: 0, max: 90_000, noNaN: true })),
    text: fc.string(),
  })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const file = vttFile({ title: '', about: '', ifEmpty: '', origin: null, lines })
      const timed = lines.filter(({ start }) => start !== null)
      const arrows = file.match(/^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}$/gm) ?? []
      expect(arrows).toHaveLength(timed.length)
      expect(file.split('-->')).toHaveLength(timed.length + 1)
    }),
    { examples: [[[{ speaker: '--', start: 0, end: null, text: '' }]]] },
  )
})
