import { expect, test } from 'vitest'
import { listMetricNames, sharedKeywords, defaultKeywords } from './metric-names.ts'
import { metricWords, maxMetricKeywords } from './metric-keywords.ts'

const namesIn = (label: string, ...words: string[]) =>
  listMetricNames({ label, words }).map((it) => it.words.join(' '))

test('drops duplicates, ignoring case and spaces', () => {
  const typed = [
    ' Slept',
    'slept',
    'rest at night',
    'Rest  at night',
    'Peace o’mind',
    "peace o'mind",
  ]
  expect(metricWords.parse(typed)).toEqual(['Slept', 'rest at night', 'Peace o’mind'])
})

test.each([
  ['an empty one', [' '], 'A word cannot be empty'],
  ['digits alone', ['slept', '12'], 'A word needs a letter'],
  [
    'too many',
    Array.from({ length: maxMetricKeywords + 1 }, (_, n) => 'a'.repeat(n + 1)),
    'At most 20 words',
  ],
])('%s is rejected with an error', (_what, words, sentence) => {
  expect(metricWords.safeParse(words).error?.issues[0]?.message).toBe(sentence)
})

test('a keyword has at most 40 characters and is a single line', () => {
  expect(metricWords.safeParse(['a'.repeat(40)]).success).toBe(true)
  expect(metricWords.safeParse(['a'.repeat(41)]).success).toBe(false)
  expect(metricWords.safeParse(['a\nb']).success).toBe(false)
})

test('the names of a metric are its label and its keywords, or else the built-in ones for the label', () => {
  expect(namesIn('Sleep quality')).toEqual([
    ...['sleep quality', 'sleep', 'slept', 'sleeping', 'rest at night'],
  ])
  expect(namesIn('Sleep quality', 'Dozed')).toEqual(['sleep quality', 'sleep', 'dozed'])
  expect(namesIn('Inner drive')).toEqual(['inner drive'])
})

test('built-in keywords exclude those that the label already contains', () => {
  expect(defaultKeywords('Sleep quality')).toEqual(['slept', 'sleeping', 'rest at night'])
  expect(defaultKeywords('Mood')).toEqual(['spirits'])
  expect(defaultKeywords('Stress and sleep')).toEqual([])
})

test('finds keywords shared with a label, a saved keyword or a built-in one', () => {
  const others = [
    { label: 'Recovery after work', words: ['Rest'] },
    { label: 'Fatigue', words: [] },
    { label: 'Sleep quality', words: ['slept'] },
  ]
  expect(
    sharedKeywords(['rest', 'Tired', 'sleep', 'RECOVERY', 'dozed', 'sleeping'], others),
  ).toEqual([
    { word: 'rest', labels: ['Recovery after work'] },
    { word: 'Tired', labels: ['Fatigue'] },
    { word: 'sleep', labels: ['Sleep quality'] },
    { word: 'RECOVERY', labels: ['Recovery after work'] },
  ])
})
