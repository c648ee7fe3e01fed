import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workOf } from '../../../test/work-of.ts'
import { type SpokenWord, withSentenceEnds } from './sentence-ends.ts'

/** `a b 0.5 c`: words without a pause between them, and a number for one of so many seconds. */
function said(text: string, { pace = 0.3, speaker = 0 } = {}) {
  let at = 0
  const words: SpokenWord[] = []
  for (const part of text.split(' ')) {
    const pause = Number(part)
    // A word lasts as long as its letters; the longest ones are spoken a little faster.
    const length = Number.isNaN(pause) ? (pace * Math.max(2, part.length)) / 4 : pause
    if (Number.isNaN(pause))
      words.push({ start: at, end: at + length, word: part, conf: 1, speaker })
    at += length
  }
  return words
}

/** The words with a bar where a sentence ends. */
const cut = (words: SpokenWord[]) =>
  withSentenceEnds(words)
    .map(({ word, endsSentence }) => (endsSentence ? `${word} |` : word))
    .join(' ')

describe('a sentence ends', () => {
  it.each([
    [
      'at a pause, even a short one',
      'it was a long week 0.35 i went home early 0.35 we had dinner',
      'it was a long week | i went home early | we had dinner |',
    ],
    [
      'where a question to the other one begins, without any pause',
      'i am sorry to hear that would you like to tell me more',
      'i am sorry to hear that | would you like to tell me more |',
    ],
    ['after a single word between pauses', 'yes 0.7 i think so', 'yes | i think so |'],
  ])('%s', (_name, words, sentences) => {
    expect(cut(said(words))).toBe(sentences)
  })
})

describe('a sentence goes on', () => {
  it.each([
    ['where somebody looks for a word', 'i went to the 0.4 office and 0.4 then home'],
    ['where a question belongs to its condition', 'if your friend was here what would you say'],
    ['where "do you" is no question', 'i know what you do you know it is too little'],
  ])('%s', (_name, words) => {
    expect(cut(said(words))).toBe(`${words.replaceAll(/ [\d.]+/g, '')} |`)
  })
})

it('measures a pause by the pace of whoever speaks', () => {
  const quick = said('we had a plan 0.25 people knew about that plan', { pace: 0.15 })
  const slow = said('we had a plan 0.25 people knew about that plan', { pace: 0.6, speaker: 1 })
  expect(cut(quick)).toBe('we had a plan | people knew about that plan |')
  expect(cut(slow)).toBe('we had a plan people knew about that plan |')
})

it('ends a sentence and a paragraph with the turn of a speaker', () => {
  const placed = withSentenceEnds([...said('and then'), ...said('the rest', { speaker: 1 })])
  expect(placed.map(({ endsSentence }) => endsSentence)).toEqual([false, true, false, true])
  expect(placed.map(({ endsParagraph }) => endsParagraph)).toEqual([false, true, false, true])
})

it('ends a paragraph at a clear pause, once there is something in it', () => {
  const sentence = 'it was a long week and i was tired 0.9'
  const placed = withSentenceEnds(said(Array(8).fill(sentence).join(' ')))
  const lengths = placed.flatMap(({ endsParagraph }, index) => (endsParagraph ? [index + 1] : []))
  expect(lengths).toEqual([27, 54, 72])
})

const spoken = fc
  .array(
    fc.record({
      word: fc.constantFrom('i', 'and', 'the', 'would', 'you', 'like', 'week', 'if', 'what', 'is'),
      pause: fc.double({ min: 0, max: 2, noNaN: true }),
      length: fc.double({ min: 0, max: 1, noNaN: true }),
      speaker: fc.nat(2),
    }),
  )
  .map((parts) => {
    let at = 0
    return parts.map(({ pause, length, ...word }): SpokenWord => {
      const start = at + pause
      at = start + length
      return { ...word, start, end: at, conf: 1 }
    })
  })

it('keeps every word as it is, and ends a sentence with each turn, whatever is said', () => {
  fc.assert(
    fc.property(spoken, (words) => {
      const placed = withSentenceEnds(words)
      expect(placed).toMatchObject(words)
      for (const [index, { speaker, endsSentence }] of placed.entries())
        if (placed[index + 1]?.speaker !== speaker) expect(endsSentence).toBe(true)
    }),
  )
})

it('takes time in proportion to the words', () => {
  const hour = said('i went home and would you like to tell me more 0.3 '.repeat(1000).trim())
  const day = Array.from({ length: 10 }, () => hour).flat()
  const workFor = (words: SpokenWord[]) => workOf(() => withSentenceEnds(words))
  workFor(hour)
  expect(workFor(day)).toBeLessThan(40 * Math.max(workFor(hour), 5))
})
