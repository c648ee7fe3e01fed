import { expect, it } from 'vitest'
import { findWarnings } from './warnings.ts'

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

it('has no warnings for a good recording', () => {
  expect(findWarnings(good)).toEqual([])
  expect(findWarnings({ ...good, stated: undefined })).toEqual([])
})

it('distinguishes silence from sound without speech', () => {
  expect(findWarnings({ ...good, words: [], peak: 20 })).toEqual(['SILENT'])
  expect(findWarnings({ ...good, words: [] })).toEqual(['NO_SPEECH'])
})

it('warns of a truncated recording, by its decoded audio and by its header', () => {
  expect(findWarnings({ ...good, duration: 90 })).toEqual(['TRUNCATED'])
  const header = { duration: 100, isCutOff: true }
  expect(findWarnings({ ...good, stated: header })).toEqual(['TRUNCATED'])
})

it('warns of uncertain voices or another number of speakers', () => {
  expect(findWarnings({ ...good, areVoicesUncertain: true })).toEqual(['SPEAKERS_UNCERTAIN'])
})

it('warns that speakers are not separated, if there are words', () => {
  expect(findWarnings({ ...good, hasSpeakers: false })).toEqual(['NO_SPEAKERS'])
  expect(findWarnings({ ...good, hasSpeakers: false, words: [] })).toEqual(['NO_SPEECH'])
})

it('uses the given words to check the language', () => {
  expect(findWarnings({ ...good, judged: spoken(60, 40) })).toEqual(['LANGUAGE_OR_QUALITY'])
})

it('warns of many uncertain words, but not if there are few words', () => {
  expect(findWarnings({ ...good, words: spoken(60, 40) })).toEqual(['LANGUAGE_OR_QUALITY'])
  expect(findWarnings({ ...good, words: spoken(1, 9) })).toEqual([])
})

it('warns of some speech in another language, and of all', () => {
  expect(findWarnings({ ...good, hasOthers: true })).toEqual(['OTHER_LANGUAGE'])
  expect(findWarnings({ ...good, hasOthers: true, judged: spoken(60, 40) })).toEqual([
    'LANGUAGE_OR_QUALITY',
  ])
  expect(findWarnings({ ...good, hasOthers: true, words: [] })).toEqual(['LANGUAGE_OR_QUALITY'])
})
