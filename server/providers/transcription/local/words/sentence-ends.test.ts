import { expect, it } from 'vitest'
import { markSentenceEnds } from './sentence-ends.ts'

/** Parses `A: words 0.5 B: more`: speakers, words without pauses, and pauses in seconds. */
function said(text: string) {
  let [at, speaker] = [0, 0]
  return text.split(' ').flatMap((part) => {
    if (/^[AB]:$/.test(part)) speaker = part === 'A:' ? 0 : 1
    else if (/^[\d.]+$/.test(part)) at += Number(part)
    else return { text: part, start: at, end: (at += 0.3), speaker }
    return []
  })
}
const written = (text: string) =>
  markSentenceEnds(said(text))
    .map((word) => word.text)
    .join(' ')

it.each([
  ['at a pause behind a comma', 'It was late, 0.7 we went home.', 'It was late. We went home.'],
  ['not at a short one', 'It was late, 0.2 we went home.', 'It was late, we went home.'],
  ['not where somebody looks for a word', 'It was the 0.9 last day.', 'It was the last day.'],
  [
    'where the speaker changes',
    'A: I do not sleep B: when is that',
    'I do not sleep. When is that.',
  ],
  ['with the words of a turn, whatever is behind them', 'A: and then, B: yes!', 'And then. Yes!'],
  [
    'before a word in lower case',
    'Good morning, sir. it is nice.',
    'Good morning, sir. It is nice.',
  ],
  ['not at an abbreviation', 'I met Dr. van Dyke.', 'I met Dr. van Dyke.'],
])('a sentence ends %s', (_name, heard, text) => {
  expect(written(heard)).toBe(text)
})
