import { expect, it } from 'vitest'
import { toText } from './sentences.ts'

/** `a b | c`: a sentence ends at `|` and with the last word, unless that is open. */
const said = (text: string, { isOpen = false } = {}) =>
  text.split(' | ').flatMap((sentence, at, all) =>
    sentence.split(' ').map((word, index, words) => ({
      word,
      endsSentence: index === words.length - 1 && !(isOpen && at === all.length - 1),
    })),
  )

it('makes sentences of words', () => {
  expect(toText(said('it has been a long week | work was hard'))).toBe(
    'It has been a long week. Work was hard.',
  )
})

it('writes I as a capital letter, alone and in its short forms', () => {
  expect(toText(said("well i think i'm tired and i've slept so i'll go as i'd hoped"))).toBe(
    "Well I think I'm tired and I've slept so I'll go as I'd hoped.",
  )
  expect(toText(said('the idea was in it'))).toBe('The idea was in it.')
})

it('writes days and months as names', () => {
  expect(toText(said('on monday or in december | it may march on'))).toBe(
    'On Monday or in December. It may march on.',
  )
})

it.each([
  'how are you',
  'so what do you think',
  'and did you sleep',
  'what was it like',
  'how often do you feel that',
  'would you like to tell me more',
  'okay can we begin',
])('asks with a question mark: %s', (text) => {
  expect(toText(said(text)).at(-1)).toBe('?')
})

it.each([
  'what you said was kind',
  'when i came home i slept',
  'how are things is a question',
  'do the dishes',
  'i asked him do you sleep',
  'what matters is that you sleep',
  'is',
])('does not take for a question what may be none: %s', (text) => {
  expect(toText(said(text)).at(-1)).toBe('.')
})

it('leaves open what goes on in another segment', () => {
  expect(toText(said('first part | second part', { isOpen: true }))).toBe('First part. Second part')
  expect(toText(said('first part | second part'), { isContinued: true })).toBe(
    'first part. Second part.',
  )
})

it('has no text without words', () => {
  expect(toText([])).toBe('')
})
