import { expect, test } from 'vitest'
import type { ValueQuote } from '#contract/analysis/found-values.ts'
import { groupQuotes } from './group-quotes.ts'

const quote = (text: string, turn: number | null, reason: string | null = null): ValueQuote => ({
  ...{ text, reason, isProtective: false },
  place: turn === null ? null : { turn, speaker: 'Client', isClients: true, time: null },
})

const textsOf = (quotes: ValueQuote[]) =>
  groupQuotes(quotes).map((it) => it.map(({ text }) => text))

test('a question and its answer are one group, a later answer is another', () => {
  expect(textsOf([quote('How?', 3), quote('A seven.', 4), quote('Or eight.', 9)])).toEqual([
    ['How?', 'A seven.'],
    ['Or eight.'],
  ])
})

test('two quotes of one turn are one group', () => {
  expect(textsOf([quote('Seven.', 4), quote('Out of ten.', 4)])).toEqual([
    ['Seven.', 'Out of ten.'],
  ])
})

test('quotes with a reason or without a place stay alone', () => {
  expect(textsOf([quote('I am tired.', 4, 'Fatigue'), quote('I sleep.', 4, 'Sleep')])).toEqual([
    ['I am tired.'],
    ['I sleep.'],
  ])
  expect(textsOf([quote('Seven.', 4), quote('Nowhere.', null)])).toEqual([['Seven.'], ['Nowhere.']])
})
