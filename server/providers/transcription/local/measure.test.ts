import { expect, it } from 'vitest'
import { speakerAccuracy, wordErrorRate } from './measure.ts'

it('counts words wrong, missing and too many', () => {
  expect(wordErrorRate('How are you?', 'how are you')).toBe(0)
  expect(wordErrorRate('one two three four', 'one too three four')).toBe(0.25)
  expect(wordErrorRate('one two three four', 'one three four')).toBe(0.25)
  expect(wordErrorRate('one two three four', 'one two three and four')).toBe(0.25)
  expect(wordErrorRate('a b', '')).toBe(1)
  expect(wordErrorRate('I have 3, OK?', 'i have three okay')).toBe(0)
})

it('matches the names of speakers as well as it can', () => {
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
