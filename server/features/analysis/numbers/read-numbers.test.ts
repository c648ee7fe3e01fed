import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTurns } from '#contract/rules/conversation-turns.ts'
import { quotesIn } from '#contract/rules/find-quote.ts'
import { defaultKeywords, type SpokenMetric } from '#contract/definitions/metric-names.ts'
import { measureWork } from '../../../test/measure-work.ts'
import { readNumbers } from './read-numbers.ts'
import type { Metric } from '../../../providers/llm/llm.ts'

const metric = (key: string, label: string, range: Partial<Metric> = {}): Metric => ({
  ...{ key, label, words: [], lowest: 0, highest: 100 },
  ...range,
})
const metrics = [
  metric('stress', 'Stress level'),
  metric('sleep', 'Sleep quality'),
  metric('energy', 'Energy'),
]
const conversation = (...said: string[]) =>
  said.map((it, index) => `${index % 2 ? 'Client' : 'Coach'}: ${it}`).join('\n\n')
const valuesOf = (text: string, of = metrics) =>
  Object.fromEntries(readNumbers(text, of).values.map(({ key, value }) => [key, value]))
const said = (...turns: string[]) => valuesOf(conversation(...turns))
const asked = 'On a scale from zero to ten, how was your sleep?'

describe('a negated number', () => {
  const high = 'On a scale from zero to ten, how high is your stress?'
  test.each([
    ...['Anything but a ten.', 'Definitely no ten.', 'It is no ten', 'Not 12.', 'A ten, no way.'],
    ...['Ten out of ten? No.', 'Ten. Of course not.', 'Ten? You are joking.', 'Ten? As if.'],
    ...['You would probably say eight.', "You'd say maybe an eight.", 'A ten? Hardly.'],
    ...['Ten, my foot.', 'Ten out of ten my foot.', 'Ten my dear old friend.', 'Ten, yeah, right.'],
    ...['Ten. I doubt it.', 'Ten, fat chance.', 'Ten, in my dreams.', 'Ten. Nonsense.'],
    ...['Ten, forget it.', 'Ten and pigs fly.', 'Ten but not really.', 'Ten you think?'],
  ])('gives no value: "%s"', (answer) => expect(said(high, answer)).toEqual({}))

  test.each([
    ...['No, a ten.', 'A six? No, a ten.', 'a six no ten', 'A ten? Yes, really.', 'Ten? I guess.'],
    ...[
      'Ten, no doubt.',
      'But a ten.',
      'You know, a ten.',
      'A ten, of course.',
      'A ten, terrible.',
    ],
    ...['A ten. Busy week.', 'A ten, I hurt my foot.', 'A ten my stress is awful.'],
    ...['Not a nine. A ten.', 'Not 9 but 10.', 'A ten. I did not sleep 12 hours.'],
  ])('does not prevent the rating in "%s"', (answer) =>
    expect(said(high, answer)).toEqual({ stress: 100 }),
  )
})

test('keeps the scale of a misrecognized question', () => {
  const misheard = 'On the scale of zero to ten. Stretched are you.'
  const question = 'And where would you put your energy?'
  expect(said(misheard, 'It is seven.', question, 'A three.')).toEqual({ energy: 30 })
  expect(said(misheard, 'It is seven.')).toEqual({})
})

describe('speaker roles', () => {
  const raw = (...lines: [speaker: number, text: string][]) =>
    lines.map(([who, text], index) => `[00:00:0${index}] Speaker ${who}: ${text}`).join('\n')
  const question = 'on a scale from zero to ten how was your sleep'

  test('are inferred from a question and its answer', () => {
    expect(valuesOf(raw([1, question], [2, 'um maybe a six']))).toEqual({ sleep: 60 })
  })

  test('are not inferred if both speakers ask or a third could have answered', () => {
    expect(valuesOf(raw([1, question], [2, 'a six'], [2, 'hm'], [1, 'i see']))).toEqual({
      sleep: 60,
    })
    expect(valuesOf(raw([1, question], [2, 'a six'], [3, 'an eight']))).toEqual({})
    expect(valuesOf(raw([1, question], [2, question], [1, 'a six']))).toEqual({})
  })

  test('must be labelled for a number without a question', () => {
    const alone = 'My stress is about eight out of ten.'
    expect(said('Tell me.', alone)).toEqual({ stress: 80 })
    expect(valuesOf(raw([1, alone], [2, 'Oh.']))).toEqual({})
  })

  test('do not depend on how a turn is split into lines', () => {
    const lines = raw([1, 'on a scale from zero to ten'], [1, 'how was your sleep'], [2, 'a six'])
    expect(readNumbers(lines, metrics).values).toEqual([
      {
        ...{ key: 'sleep', value: 60 },
        quotes: ['on a scale from zero to ten', 'how was your sleep', 'a six'],
      },
    ])
  })
})

test('a definition overrides the direction that its label suggests', () => {
  const ask = conversation('Zero to ten, ten being great, how is your mood?', 'A six.')
  expect(valuesOf(ask, [metric('mood', 'Mood')])).toEqual({ mood: 60 })
  expect(valuesOf(ask, [metric('mood', 'Mood', { isMoreBetter: false })])).toEqual({})
  expect(valuesOf(ask, [metric('low', 'Mood', { isMoreBetter: null })])).toEqual({ low: 60 })
})

type Case = {
  name: string
  metrics: Metric[]
  /** Metrics that are not requested. */
  others: SpokenMetric[]
  text: string
  /** Key and value of each value that must be found, and of those that may be found. */
  expected: string[]
  possible: string[]
}

const shipped: Metric[] = Object.entries({
  stress_level: 'Stress level',
  anxiety: 'Anxiety',
  sleep_quality: 'Sleep quality',
  energy: 'Energy',
  mood: 'Mood',
  work_engagement: 'Work engagement',
  recovery: 'Recovery after work',
}).map(([key, label]) => ({ key, label, words: defaultKeywords(label), lowest: 0, highest: 100 }))

/**
 * Cases of a test file: `== name`, optionally `metrics: key lowest highest Label = word, word; …` and
 * `others: Label = word; …`, the conversation, `-> key value` for each required value and `?> key value` for others.
 */
const parseCases = (file: string): Case[] =>
  file
    .split(/^== /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.trim().split('\n')
      const after = (mark: string) =>
        lines.filter((it) => it.startsWith(mark)).map((it) => it.slice(mark.length))
      const [metrics] = after('metrics: ')
      const [others] = after('others: ')
      return {
        name,
        metrics: metrics?.split('; ').map(metricIn) ?? shipped,
        others: others?.split('; ').map(spokenIn) ?? [],
        text: lines.filter((it) => !/^(?:metrics|others|->|\?>)/.test(it)).join('\n\n'),
        expected: after('-> '),
        possible: after('?> '),
      }
    })

function metricIn(text: string): Metric {
  const [key = '', lowest, highest, ...called] = text.split(' ')
  return { key, lowest: Number(lowest), highest: Number(highest), ...spokenIn(called.join(' ')) }
}

function spokenIn(text: string): SpokenMetric {
  const [label = '', words] = text.split(' = ')
  return { label, words: words?.split(', ') ?? [] }
}

describe('the table of cases', () => {
  test.each(parseCases(readFileSync(new URL('cases.txt', import.meta.url), 'utf8')))(
    '$name: $expected',
    ({ text, metrics: of, others, expected, possible }) => {
      const { values } = readNumbers(text, of, others)
      const read = values.map(({ key, value }) => `${key} ${Math.round(value)}`)
      expect(read.filter((it) => !possible.includes(it)).toSorted()).toEqual(expected.toSorted())
      const quotes = values.flatMap((it) => it.quotes)
      expect(quotes.filter((it) => !isFound(text, it))).toEqual([])
    },
  )
})

/** Searches as the evidence check does: it must find each quote of the reader. */
function isFound(text: string, quote: string) {
  const turns = parseTurns(text, []).map((it) => ({ ...it, isClient: true }))
  return quotesIn(turns)(quote) !== undefined
}

test('a short question is quoted with the words around it', () => {
  const text = conversation(
    'On a scale from zero to ten. How stressed are you?',
    'It is a seven.',
    'And your energy?',
    'A four.',
  )
  expect(readNumbers(text, metrics).values).toMatchObject([
    { quotes: ['On a scale from zero to ten.', 'How stressed are you?', 'It is a seven.'] },
    { quotes: ['And your energy?', 'A four.'] },
  ])
})

test('the beginning of a question at the end of a line is quoted as found', () => {
  const text = conversation('I know, my dear, sleep\nfrom zero to ten', 'Six.')
  const [value] = readNumbers(text, metrics).values
  expect(value?.quotes.filter((it) => !isFound(text, it))).toEqual([])
})

/** Phrases about numbers, combined at random. */
const fragment = fc.constantFrom(
  ...[asked, 'And your energy?', 'how stressed are you', 'from one to five', 'So a five?'],
  ...'a|six|seven|9|to|or|no,|actually|both|out of ten|percent|.|?|,|but|it|7/10|-3'.split('|'),
  ...["I'd say", 'my wife', 'last week', 'yes', 'hours', 'sleep', 'ten is good'],
)
const turn = fc.array(fragment, { minLength: 1, maxLength: 8 }).map((it) => it.join(' '))
const talk = fc.array(fc.tuple(fc.constantFrom('Coach', 'Client', 'Speaker 3'), turn), {
  minLength: 1,
  maxLength: 8,
})

test('every value is within its range and every quote within the text', () => {
  fc.assert(
    fc.property(talk, fc.boolean(), (turns, isRaw) => {
      const text = turns
        .map(([who, words]) => `${isRaw ? '[00:00:01] ' : ''}${who}: ${words}`)
        .join(isRaw ? '\n' : '\n\n')
      const { values } = readNumbers(text, metrics)
      for (const { value, quotes } of values) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(100)
        expect(quotes.length).toBeGreaterThan(0)
        for (const quote of quotes) expect(text).toContain(quote)
        expect(quotes.filter((it) => !isFound(text, it))).toEqual([])
      }
      expect(new Set(values.map(({ key }) => key)).size).toBe(values.length)
    }),
    {
      numRuns: 1000,
      // A turn without a word.
      examples: [
        [
          [
            ['Coach', asked],
            ['Client', '-3'],
            ['Client', ','],
            ['Client', 'So a five?'],
          ],
          false,
        ],
      ],
    },
  )
})

test('a number that was not spoken is never found', () => {
  const words = fc.array(
    fc.constantFrom(
      ...'my sleep was good i had energy and stress but maybe actually yes'.split(' '),
    ),
    { minLength: 1, maxLength: 15 },
  )
  fc.assert(
    fc.property(words, fc.integer({ min: 0, max: 10 }), (answer, number) => {
      expect(said(asked, answer.join(' '))).toEqual({})
      const found = said(asked, `${answer.join(' ')}. ${number}.`)
      for (const value of Object.values(found)) expect(value).toBe(number * 10)
    }),
    { numRuns: 500 },
  )
})

// Repeated prefixes of the patterns, which could cause exponential backtracking.
test.each([
  ...['six ', 'a six. ', 'sleep ', 'ten is good ', "i don't know ", '7-'],
  ...[`it is ${'only probably '.repeat(18)}hm six `, `i ${'just maybe '.repeat(18)}six `],
])('time grows with the length of the text: %j', (fragment) => {
  const of = (size: number) =>
    `[00:00:00] Coach: ${asked}\n[00:00:00] Client: ${fragment.repeat(size / fragment.length)}`
  const [short, long] = [of(50_000), of(200_000)]
  readNumbers(short, metrics)
  const once = Math.max(
    measureWork(() => readNumbers(short, metrics)),
    20,
  )
  expect(measureWork(() => readNumbers(long, metrics))).toBeLessThan(12 * once)
})
