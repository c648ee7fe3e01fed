import { describe, expect, test } from 'vitest'
import type { QuotePlace } from '#contract/rules/find-quote.ts'
import { findQuote } from '#contract/rules/find-quote.ts'
import { defaultKeywords } from '#contract/definitions/metric-names.ts'
import { numberChecker } from './check-number.ts'
import type { Metric } from './requested-metrics.queries.ts'
import { parseSpokenTurns } from './spoken-turns.ts'

const metric = (key: string, label: string, more: Partial<Metric> = {}): Metric => ({
  ...{ key, label, words: defaultKeywords(label), lowest: 0, highest: 100, unit: null },
  isMoreBetter: null,
  ...more,
})
const stress = metric('stress_level', 'Stress level')
const energy = metric('energy', 'Energy')
const sleep = metric('sleep_quality', 'Sleep quality')
const pain = metric('pain', 'Pain', { lowest: 2, highest: 12 })
const asked = [stress, energy, sleep, pain]
const others = [{ label: 'Zest', words: [] }]

const ask = 'On a scale from zero to ten, how high is your stress?'
/** Turns of coach and client in turn, beginning with the coach. */
type Given = { turns: string[]; quote: string; value: number; of?: Metric }

function check({ turns, quote, value, of = stress }: Given) {
  const text = turns.map((it, at) => `${at % 2 ? 'Client' : 'Coach'}: ${it}`).join('\n\n')
  const said = parseSpokenTurns(text, [], { client: 'Anna Berg', clientSpeaker: null }).turns
  const place = findQuote(quote, said)
  expect(place).toBeDefined()
  return numberChecker(said, { asked, others })([place as QuotePlace], of, value)
}

describe('a value is said', () => {
  test.each<Given>([
    { turns: [ask, 'About a seven.'], quote: 'About a seven.', value: 70 },
    { turns: [ask, 'About a seven.'], quote: 'how high is your stress?', value: 70 },
    { turns: ['How stressed are you?', 'A seven.'], quote: 'A seven.', value: 70 },
    { turns: ['Tell me.', 'My stress is a seven.'], quote: 'My stress is a seven', value: 70 },
    { turns: ['From one to five, how stressed are you?', 'A four.'], quote: 'A four.', value: 75 },
    { turns: [ask, 'Eight, no wait, four.'], quote: 'Eight, no wait, four.', value: 40 },
    { turns: [ask, 'It was a seven last week, now a three.'], quote: 'now a three', value: 30 },
    {
      turns: ['So your stress is a nine out of ten?', 'Yes, it is.'],
      quote: 'Yes, it is.',
      value: 90,
    },
    {
      turns: [ask, 'About a seven. And my energy is thirty out of a hundred.'],
      ...{ quote: 'my energy is thirty', value: 30, of: energy },
    },
    {
      turns: [ask, 'A seven.', 'A seven, thank you.', 'Yes, a seven.'],
      quote: 'Yes, a seven.',
      value: 70,
    },
    { turns: ['Zero to ten, how is your pain?', 'A five.'], quote: 'A five.', value: 7, of: pain },
  ])('$value after $turns', (given) =>
    expect(check(given)).toBe(given.quote.startsWith('how') ? 'none' : 'said'),
  )
})

describe('a value is contradicted', () => {
  const calm = 'Zero to ten, where ten is best and calm: how is your stress?'
  test.each<Given>([
    // The past, and a correction.
    { turns: [ask, 'It was a seven last week, now a three.'], quote: 'It was a seven', value: 70 },
    { turns: [ask, 'Eight, no wait, four.'], quote: 'Eight, no wait, four.', value: 80 },
    { turns: [ask, 'Seven.', 'A seven.', 'Make that a five.'], quote: 'Seven.', value: 70 },
    // Another subject.
    { turns: ['Zero to ten, how was your sleep?', 'A nine.'], quote: 'A nine.', value: 90 },
    { turns: ['Zero to ten, how is your zest?', 'A nine.'], quote: 'A nine.', value: 90 },
    {
      turns: [ask, 'I had nine meetings with my boss.'],
      quote: 'nine meetings with my boss',
      value: 90,
    },
    { turns: [ask, 'Six hours.'], quote: 'Six hours.', value: 60 },
    // A scale turned round.
    { turns: [calm, 'I would say an eight.'], quote: 'I would say an eight', value: 80 },
    // Another value, a range, a negation.
    {
      turns: ['How is your stress?', 'I am near thirty out of a hundred.'],
      ...{ quote: 'near thirty out of a hundred', value: 95 },
    },
    { turns: [ask, 'Between six and seven.'], quote: 'Between six and seven.', value: 100 },
    { turns: [ask, 'It is not a seven any more.'], quote: 'not a seven any more', value: 70 },
    { turns: ['From one to five, how stressed are you?', 'A four.'], quote: 'A four.', value: 40 },
    { turns: ['Zero to ten, how is your pain?', 'A five.'], quote: 'A five.', value: 5, of: pain },
    // The number of the coach.
    { turns: ['So your stress is a nine?', 'I do not know.'], quote: 'I do not know.', value: 90 },
    {
      turns: ['So your stress is a nine?', 'I do not know.'],
      quote: 'So your stress is a nine?',
      value: 90,
    },
    // A number elsewhere in the turn, or another rating elsewhere in the conversation.
    {
      turns: [ask, 'I can hardly breathe. I have three children.'],
      quote: 'I can hardly breathe',
      value: 88,
    },
    {
      turns: [ask, 'A three.', 'Why?', 'I can hardly breathe.'],
      quote: 'I can hardly breathe',
      value: 88,
    },
  ])('$value after $turns', (given) => expect(check(given)).toBe('contradicted'))
})

test.each<Given>([
  { turns: [ask, 'I can hardly breathe at work.'], quote: 'I can hardly breathe', value: 88 },
  { turns: [ask, 'It was one of those weeks.'], quote: 'one of those weeks', value: 60 },
  {
    turns: ['How was it?', 'Only one evening was calm.'],
    quote: 'one evening was calm',
    value: 80,
  },
])('a value is inferred without a number: $value after $turns', (given) =>
  expect(check(given)).toBe('none'),
)
