import { expect, test } from 'vitest'
import { maxLines, maxWords, saveTranscript } from './transcripts.ts'

const words = ['I', 'am', 'tired.'].map((word, at) => ({
  ...{ word, start: 2 + at / 2, end: 2.5 + at / 2, conf: 0.9 },
}))
const first = { start: 0, end: 1, speaker: 'Coach', text: 'How are you?' }
const second = { start: 2, end: 3.5, speaker: 'Clara', text: 'I am tired.', words }
const changed = (change: object) => [first, { ...second, ...change }]
const errorOf = (segments: unknown) =>
  saveTranscript.body.safeParse({ segments }).error?.issues[0]?.message

const short = (at: number) => ({ start: at, end: at + 1, speaker: 'A', text: 'a' })
const long = (text: string) => ({ ...short(0), text })
const wordsOf = (count: number) => Array(count).fill({ start: 0, end: 1, word: 'a', conf: 1 })
const spoken = (count: number) => ({ ...long('a '.repeat(count).trim()), words: wordsOf(count) })
const times = (count: number, of: (at: number) => object) =>
  Array.from({ length: count }, (_, at) => of(at))

test.each([
  ['no line', [], 'A transcript needs at least one line.'],
  ['a line without a word', changed({ text: ' ', words: [] }), 'A line needs at least one word.'],
  ['a line without a speaker', changed({ speaker: ' ' }), 'Each line needs a speaker.'],
  [
    'a colon in a name',
    changed({ speaker: 'Dr: No' }),
    'A colon cannot be in the name of a speaker.',
  ],
  [
    'a long name',
    changed({ speaker: 'x'.repeat(101) }),
    'The speaker of line 2 has more than 100 characters.',
  ],
  ['lines out of order', [second, first], 'Line 2 begins before the one above it.'],
  ['a line that ends before it begins', changed({ end: 1 }), 'Line 2 ends before it begins.'],
  ['other words', changed({ text: 'I am fine.' }), 'The words of line 2 are not its text.'],
  ['a missing word', changed({ words: words.slice(1) }), 'The words of line 2 are not its text.'],
  [
    'words out of order',
    changed({ words: words.map((it, at) => ({ ...it, start: 4 - at, end: 5 - at })) }),
    'The words of line 2 are not in order.',
  ],
  ['a negative time', changed({ start: -1 }), 'The start of line 2 must be at least 0.'],
  [
    'two lines in one',
    changed({ text: 'I am\ntired.' }),
    'Line 2 holds a character that cannot be kept here; please remove it.',
  ],
  [
    'a control character in a word',
    changed({ words: words.map((it) => ({ ...it, word: `${it.word}\u0007` })) }),
    'A word of line 2 holds a character that cannot be kept here; please remove it.',
  ],
  ['too many lines', times(maxLines + 1, short), `A transcript has at most ${maxLines} lines.`],
  [
    'too many words',
    times(11, () => spoken(10_000)),
    `A transcript has at most ${maxWords} words.`,
  ],
  [
    'too many characters',
    times(101, () => long('x'.repeat(20_000))),
    'A transcript has at most 2000000 characters.',
  ],
])('a transcript with %s is rejected with an error', (_, segments, message) => {
  expect(errorOf(segments)).toBe(message)
})

test.each([
  ['the maximum of lines', times(maxLines, short)],
  ['the maximum of words', times(10, () => spoken(maxWords / 10))],
  ['the maximum of characters', times(100, () => long('x'.repeat(20_000)))],
  [
    'words in another case',
    changed({ words: words.map((it) => ({ ...it, word: it.word.toUpperCase() })) }),
  ],
])('a transcript with %s is accepted', (_, segments) => {
  expect(errorOf(segments)).toBeUndefined()
})
