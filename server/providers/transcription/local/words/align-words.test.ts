import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignWords } from './align-words.ts'

/** Parses `one two 0.5 three`: words of half a second each, and pauses in seconds. */
function heard(text: string, from = 0) {
  let at = from
  return text.split(' ').flatMap((part) => {
    if (/^[\d.]+$/.test(part)) at += Number(part)
    else if (part) return { word: part, start: at, end: (at += 0.5), conf: 0.7 }
    return []
  })
}
const align = (text: string, other: string) => {
  const words = heard(other)
  const end = words.at(-1)?.end ?? 4
  return alignWords(text, words, [{ start: 0, end }])
}
const doubtful = (text: string, other: string) =>
  align(text, other).flatMap(({ word, conf }) => (conf < 0.9 ? word : []))
const times = (words: { word: string; start: number; end: number }[]) =>
  words.map(({ word, start, end }) => [word, start, end])

describe('the times of words', () => {
  it('are those of the same words of the other engine', () => {
    expect(times(align('Good morning, Anna.', '1 good morning 0.3 anna'))).toEqual([
      ['Good', 1, 1.5],
      ['morning,', 1.5, 2],
      ['Anna.', 2.3, 2.8],
    ])
  })

  it('are those of the differing words of the other engine', () => {
    expect(times(align('We met Sue Ann there.', 'we met 0.2 suzanne 0.4 there'))).toMatchObject([
      ['We', 0, 0.5],
      ['met', 0.5, 1],
      ['Sue', 1.2, 1.45],
      ['Ann', 1.45, 1.7],
      ['there.', 2.1, 2.6],
    ])
  })

  it('are within the speech between the neighbouring words', () => {
    const words = alignWords('So we left.', heard('so 3 left'), [
      { start: 0, end: 1 },
      { start: 3, end: 4 },
    ])
    expect(times(words)[1]).toEqual(['we', expect.closeTo(0.5), expect.closeTo(3.5)])
    const longer = alignWords('So now then left.', heard('so 3 left'), [
      { start: 0, end: 1 },
      { start: 3, end: 4 },
    ])
    expect(times(longer).slice(1, 3)).toEqual([
      ['now', expect.closeTo(0.5), expect.closeTo(0.93, 1)],
      ['then', expect.closeTo(0.93, 1), expect.closeTo(3.5)],
    ])
  })

  it('are spread over the speech if there is no other engine', () => {
    const words = alignWords('One two six.', null, [
      { start: 1, end: 2 },
      { start: 5, end: 5.5 },
    ])
    expect(words[0]).toEqual({ word: 'One', start: 1, end: 1.45, conf: 1 })
    expect(words.at(-1)?.end).toBe(5.5)
  })
})

describe('a word is uncertain', () => {
  it.each([
    ['that the other engine recognized differently', 'I slept badly.', 'i slept sadly', ['badly.']],
    ['that the other engine did not recognize', 'I slept so badly.', 'i slept badly', ['so']],
    ['next to an omitted number', 'It was days ago.', 'it was two days ago', ['was', 'days']],
    ['next to an omitted negation', 'I did say it.', 'i did not say it', ['did', 'say']],
    ['with another number', 'Maybe a seven.', 'maybe an eleven', ['a', 'seven.']],
  ])('%s', (_name, text, other, words) => expect(doubtful(text, other)).toEqual(words))

  it.each([
    ['in another case and with punctuation', 'Well, "Anna"...', 'well anna'],
    ['in one word or two', 'Any thing goes, everybody.', 'anything goes every body'],
    [
      'with a number in digits',
      'From 1 to 21, or ninety-seven.',
      'from one to twenty one or ninety seven',
    ],
    ['with a short form written out', "I don't, I'm sure.", 'i do not i am sure'],
    ['except for filler words', 'Um, I see.', 'i see'],
    ['except for a short omitted word', 'It was days ago.', 'it was just days ago'],
  ])('but not if it is the same %s', (_name, text, other) => {
    expect(doubtful(text, other)).toEqual([])
  })
})

it('keeps every word in order of time, whatever the other engine returns', () => {
  const word = fc.constantFrom('I', 'twenty', 'one', 'not', "don't", 'a', 'week,', 'um', '7', '.')
  const texts = fc.array(word, { maxLength: 30 })
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const words = align(one.join(' '), other.map((it) => it.replace(/[,.7]/, 'x')).join(' '))
      expect(words.map((it) => it.word)).toEqual(one.filter((it) => it !== '.'))
      let before = 0
      for (const { start, end } of words) {
        expect(start).toBeGreaterThanOrEqual(before - 1e-9)
        expect(end).toBeGreaterThanOrEqual(start)
        before = start
      }
    }),
  )
})
