import { expect, test } from 'vitest'
import { checkNumber } from './check-number.ts'

const metric = (key: string, label: string) => ({ key, label, words: [], lowest: 0, highest: 100 })
const stress = metric('stress_level', 'Stress level')
const energy = metric('energy', 'Energy')
const asked = 'On a scale from zero to ten, how high is your stress?'

test.each([
  ['About a seven.', asked, stress, 70, 'agrees'],
  ['About a seven.', '', stress, 70, 'agrees'],
  ['About a seven.', asked, stress, 10, 'contradicts'],
  ['My energy is thirty out of a hundred.', '', energy, 30, 'agrees'],
  ['My energy is thirty out of a hundred.', '', energy, 95, 'contradicts'],
  ['And my energy is thirty out of a hundred.', asked, stress, 70, 'none'],
  ['A four.', 'From one to five, how stressed are you?', stress, 75, 'agrees'],
  ['A four.', asked, stress, 75, 'contradicts'],
  ['Six hours.', asked, stress, 60, 'none'],
  ['I got up at seven.', asked, stress, 10, 'none'],
  ['It was one of those weeks.', asked, stress, 60, 'none'],
  ['I can hardly breathe at work.', asked, stress, 88, 'none'],
  ['Goodbye.', '', stress, 88, 'none'],
] as const)('%j after %j for %o as %d: %s', (words, question, of, value, result) => {
  expect(checkNumber(words, { question, metric: of, value })).toBe(result)
})

test('compares a value within the range of its metric', () => {
  const pain = { ...metric('pain', 'Pain'), lowest: 2, highest: 12 }
  const check = (value: number) => checkNumber('A five.', { question: asked, metric: pain, value })
  expect(check(7)).toBe('agrees')
  expect(check(5)).toBe('contradicts')
})
