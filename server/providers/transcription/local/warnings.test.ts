import { expect, it } from 'vitest'
import { warningsOf } from './warnings.ts'

const spoken = (certain: number, uncertain: number) =>
  Array.from({ length: certain + uncertain }, (_, i) => ({
    start: i,
    end: i + 1,
    word: 'word',
    conf: i < certain ? 1 : 0.5,
  }))
const good = {
  words: spoken(90, 10),
  peak: 9000,
  duration: 100,
  stated: { duration: 100.5, isCutOff: false },
  areVoicesUncertain: false,
}

it('has nothing to say about a good recording', () => {
  expect(warningsOf(good)).toEqual([])
  expect(warningsOf({ ...good, stated: undefined })).toEqual([])
})

it('tells silence from sound without speech', () => {
  expect(warningsOf({ ...good, words: [], peak: 20 })).toEqual(['SILENT'])
  expect(warningsOf({ ...good, words: [] })).toEqual(['NO_SPEECH'])
})

it('tells that a recording ends early, by its sound and by its header', () => {
  expect(warningsOf({ ...good, duration: 90 })).toEqual(['TRUNCATED'])
  const header = { duration: 100, isCutOff: true }
  expect(warningsOf({ ...good, stated: header })).toEqual(['TRUNCATED'])
})

it('tells that the voices may be others or of another number', () => {
  expect(warningsOf({ ...good, areVoicesUncertain: true })).toEqual(['SPEAKERS_UNCERTAIN'])
})

it('tells that speakers are not told apart where there is anything to read', () => {
  expect(warningsOf({ ...good, hasSpeakers: false })).toEqual(['NO_SPEAKERS'])
  expect(warningsOf({ ...good, hasSpeakers: false, words: [] })).toEqual(['NO_SPEECH'])
})

it('judges the language by the words that are said to tell of it', () => {
  expect(warningsOf({ ...good, judged: spoken(60, 40) })).toEqual(['LANGUAGE_OR_QUALITY'])
})

it('tells that too many words are uncertain, but not of a few words', () => {
  expect(warningsOf({ ...good, words: spoken(60, 40) })).toEqual(['LANGUAGE_OR_QUALITY'])
  expect(warningsOf({ ...good, words: spoken(1, 9) })).toEqual([])
})
