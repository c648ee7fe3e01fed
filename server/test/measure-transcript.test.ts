import { expect, it } from 'vitest'
import {
  f1,
  precision,
  recall,
  sentenceEnds,
  speakerAccuracy,
  wordErrorRate,
} from './measure-transcript.ts'

it('counts substituted, missing and extra words', () => {
  expect(wordErrorRate('How are you?', 'how are you')).toBe(0)
  expect(wordErrorRate('one two three four', 'one too three four')).toBe(0.25)
  expect(wordErrorRate('one two three four', 'one three four')).toBe(0.25)
  expect(wordErrorRate('one two three four', 'one two three and four')).toBe(0.25)
  expect(wordErrorRate('a b', '')).toBe(1)
  expect(wordErrorRate('I have 3, OK?', 'i have three okay')).toBe(0)
})

it('finds the best mapping of speaker names', () => {
  const said = [
    { start: 0, end: 2, speaker: 'coach', text: '' },
    { start: 2, end: 4, speaker: 'client', text: '' },
  ]
  const heard = (...speakers: string[]) =>
    speakers.map((speaker, i) => ({ start: i, end: i + 1, speaker, word: 'w' }))
  expect(speakerAccuracy(said, heard('1', '1', '2', '2'))).toEqual({ share: 1, words: 4 })
  expect(speakerAccuracy(said, heard('2', '2', '1', '2')).share).toBe(0.75)
  expect(speakerAccuracy(said, heard('1', '1', '1', '1')).share).toBe(0.5)
  expect(speakerAccuracy(said, heard('1', '2', '3', '3')).share).toBe(0.75)
})

it('counts sentence ends between the right words', () => {
  const turn = (speaker: string, text: string) => ({ start: 0, end: 1, speaker, text })
  const said = [
    turn('coach', 'Good morning. How are you today?'),
    turn('client', 'Tired. I slept badly.'),
  ]
  const ends = sentenceEnds(said, [
    { speaker: '1', text: 'Good morning. How are. You to day.' },
    { speaker: '2', text: 'Tired I slept badly.' },
  ])
  expect(ends.all).toEqual({ right: 3, found: 4, said: 4 })
  expect(ends.insideTurns).toEqual({ right: 1, found: 2, said: 2 })
  expect([precision(ends.insideTurns), recall(ends.insideTurns)]).toEqual([0.5, 0.5])
  expect(f1(ends.all)).toBeCloseTo(0.75)
  expect(sentenceEnds(said, said).all).toEqual({ right: 4, found: 4, said: 4 })
})
