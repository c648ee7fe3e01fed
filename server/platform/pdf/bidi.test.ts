import { expect, test } from 'vitest'
import { isRightToLeft, orderVisually, splitByDirection } from './bidi.ts'

const seen = (text: string) =>
  orderVisually(splitByDirection(text), isRightToLeft(text))
    .map(({ text: it }) => it)
    .join('')

test.each([
  ['How are you?', 'How are you?'],
  ['She said שלום עולם to me.', 'She said עולם שלום to me.'],
  ['שלום עולם.', '.עולם שלום'],
  ['(שלום)', '(שלום)'],
  ['לפני 30 ימים', 'ימים 30 לפני'],
  ['ב-12:30, OK then?', '?OK then ,12:30-ב'],
  ['سلام 5 of 10', 'of 10 5 سلام'],
])('%s is drawn from left to right as %s', (text, drawn) => {
  expect(seen(text)).toBe(drawn)
})
