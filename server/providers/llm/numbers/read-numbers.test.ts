import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { turnsOf } from '#contract/conversation-turns.ts'
import { quotesIn } from '#contract/find-quote.ts'
import { workOf } from '../../../test/work-of.ts'
import { parseCases } from './cases.ts'
import { readNumbers } from './read-numbers.ts'
import type { Metric } from './topics.ts'

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

describe('a number', () => {
  test.each([
    ['from zero to ten is so many tenths', 'zero to ten', 'Six.', 60],
    ['from one to ten too', 'one to ten', 'Six.', 60],
    ['from zero to five is so many fifths', '0 to 5', 'Four.', 80],
    ['from one to five is linear', 'one to five', 'Four.', 75],
    ['from one to seven is linear', '1 to 7', 'I would say 5.', 66.7],
    ['of zero counts', 'zero to ten', 'Zero.', 0],
    ['may have its scale in digits', '0-10', '7.', 70],
    ['may have a half', 'zero to ten', 'Six and a half.', 65],
    ['may be out of ten itself', 'one to five', 'Seven out of ten.', 70],
    ['may be in per cent', 'zero to ten', 'Forty-five per cent.', 45],
  ])('%s', (_what, scale, answer, value) => {
    expect(said(`From ${scale}, how was your sleep?`, answer)).toEqual({ sleep: value })
  })

  test('is put into the range of its metric', () => {
    const pain = metric('pain', 'Pain', { lowest: 2, highest: 12 })
    const text = conversation('From zero to ten, how is your pain?', 'A five.')
    expect(valuesOf(text, [pain])).toEqual({ pain: 7 })
  })

  test('that the scale does not have is none', () => {
    expect(said('From one to ten, how was your sleep?', 'Zero.')).toEqual({})
    expect(said(asked, 'Eleven.')).toEqual({})
  })

  test('without a scale is none', () => {
    expect(said('How was your sleep?', 'Six.')).toEqual({})
  })
})

describe('a number that is named to be denied', () => {
  const high = 'On a scale from zero to ten, how high is your stress?'
  test.each([
    'Anything but a ten.',
    'Everything but ten.',
    'Definitely no ten.',
    'It is no ten',
    'A ten? No way.',
    'A ten, no way.',
    'Ten out of ten? No.',
    'Ten. Of course not.',
    'Ten? You are joking.',
    'Ten, you must be kidding.',
    'Ten? As if.',
    'A ten? Hardly.',
    'You would say eight.',
    'You would probably say eight.',
    "You'd say maybe an eight.",
    'Ten my foot.',
    'Ten, my foot.',
    'Ten. My foot.',
    'Ten out of ten my foot.',
    'Ten my dear old friend.',
    'Ten yeah right.',
    'Ten, yeah, right.',
    'Ten. Yeah right.',
    'Ten I doubt it.',
    'Ten. I doubt it.',
    'Ten as if.',
    'Ten, fat chance.',
    'Ten, in my dreams.',
    'Ten, nonsense.',
    'Ten. Nonsense.',
    'Ten, forget it.',
    'Ten and pigs fly.',
    'Ten but I am joking.',
    'Ten, but not really.',
    'Ten but not really.',
    'Ten you think?',
    'Not 12.',
  ])('is none: "%s"', (answer) => expect(said(high, answer)).toEqual({}))

  test.each([
    ['No, a ten.', 100],
    ['A six, no, a ten.', 100],
    ['a six no ten', 100],
    ['A six? No, a ten.', 100],
    ['A ten? Yes, really.', 100],
    ['Ten? I guess.', 100],
    ['A ten.', 100],
    ['Ten, no doubt.', 100],
    ['But a ten.', 100],
    ['You know, a ten.', 100],
    ['A ten you know.', 100],
    ['A ten, of course.', 100],
    ['A ten, terrible.', 100],
    ['A ten. Busy week.', 100],
    ['A ten because of work.', 100],
    ['A ten, I hurt my foot.', 100],
    ['A ten my stress is awful.', 100],
    ['A ten, not a nine.', 100],
    ['Not a nine. A ten.', 100],
    ['Not 9 but 10.', 100],
    ['A ten. I did not sleep 12 hours.', 100],
  ])('is one where it is not denied: "%s"', (answer, stress) =>
    expect(said(high, answer)).toEqual({ stress }),
  )
})

describe('the scale', () => {
  test('carries over from the question before, and from no other', () => {
    expect(said(asked, 'Six.', 'And your energy?', 'Four.')).toEqual({ sleep: 60, energy: 40 })
    expect(
      said(asked, 'Six.', 'What woke you?', 'The noise.', 'And your energy?', 'Four.'),
    ).toEqual({ sleep: 60 })
  })

  test('carries over from a question of which nothing else was heard', () => {
    const lost = 'On the scale of zero to ten. Stretched are you.'
    expect(said(lost, 'It is seven.', 'And where would you put your energy?', 'A three.')).toEqual({
      energy: 30,
    })
    expect(said(lost, 'It is seven.')).toEqual({})
  })

  test('that is turned round gives nothing', () => {
    const turned = 'Zero to ten, ten being completely relaxed, how is your stress?'
    expect(said(turned, 'A three.')).toEqual({})
    expect(said('From zero to ten, how bad was your sleep?', 'A three.')).toEqual({})
  })

  test('whose ends mean what the metric does is as good as any', () => {
    const upright =
      'Zero to ten, zero being no stress and ten extremely stressed: how stressed are you?'
    expect(said(upright.replace('ten extremely', 'ten being extremely'), 'A three.')).toEqual({
      stress: 30,
    })
  })
})

describe('of two', () => {
  test.each([
    ['numbers as a range', 'Seven to eight.'],
    ['answers', 'A six, or maybe a seven.'],
    ['numbers side by side', 'Six seven.'],
  ])('%s there is nothing', (_what, answer) => {
    expect(said(asked, answer)).toEqual({})
  })

  test('numbers the last correction counts, also later', () => {
    expect(said(asked, 'A six. No, actually a five.')).toEqual({ sleep: 50 })
    expect(said(asked, 'A six.', 'A six.', 'Sorry, rather a five.')).toEqual({ sleep: 50 })
  })

  test('metrics there is nothing unless the answer says both, or names them', () => {
    const two = 'From zero to ten, how are your sleep and your energy?'
    expect(said(two, 'A six.')).toEqual({})
    expect(said(two, 'Both a six.')).toEqual({ sleep: 60, energy: 60 })
    expect(said(two, 'Sleep is a six and energy a four.')).toEqual({ sleep: 60, energy: 40 })
  })

  test('metrics that are called the same there is nothing', () => {
    const two = [metric('deep', 'Sleep quality'), metric('long', 'Sleep level')]
    expect(valuesOf(conversation(asked, 'A six.'), two)).toEqual({})
  })

  test('answers to the same question at other times there is nothing', () => {
    expect(said(asked, 'A six.', 'What else?', 'Nothing.', asked, 'A four.')).toEqual({})
  })
})

describe('only the client’s own present number counts', () => {
  test.each([
    ['last week’s', 'Last week it was a four.'],
    ['a wish', 'I would like it to be an eight.'],
    ['another person’s', 'My wife would say a four.'],
    ['a good day’s', 'On a good day an eight.'],
    ['hours', 'Seven hours.'],
    ['a time of day', 'I woke at five.'],
    ['years', 'I have slept badly for ten years.'],
    ['how often', 'Nine times out of ten I wake up.'],
    ['what it is not', 'Not a six.'],
    ['a bound', 'Less than six.'],
    ['what was nearly said', 'I was going to say a six.'],
    ['what was given for something else', 'Ten out of ten for effort.'],
    ['a film’s', 'I saw a film and gave it an eight out of ten.'],
  ])('and not %s', (_what, answer) => {
    expect(said(asked, answer)).toEqual({})
  })

  test.each([
    ['confidence', 'On a scale from zero to ten, how confident are you to sleep better?'],
    ['importance', 'On a scale from zero to ten, how important is sleep to you?'],
    ['a manager', 'On a scale from zero to ten, how stressed is your manager?'],
    ['the wish', 'On a scale from zero to ten, where would you like your sleep to be?'],
    ['last week', 'On a scale from zero to ten, how was your sleep last week?'],
  ])('nor where %s is asked for', (_what, question) => {
    expect(said(question, 'An eight.')).toEqual({})
  })

  test('with the number of another beside it', () => {
    expect(said(asked, 'My wife would say nine. I would say seven.')).toEqual({ sleep: 70 })
    expect(said(asked, 'Last week it was a four, now it is a six.')).toEqual({ sleep: 60 })
  })

  test('and the one that the coach says back where it is agreed to', () => {
    const [vague, back] = ['Somewhere in the middle.', 'So a five?']
    expect(said(asked, vague, back, 'Yes, that is right.')).toEqual({ sleep: 50 })
    expect(said(asked, vague, back, 'Hm.')).toEqual({})
    expect(said(asked, vague, back, 'Yeah, right.')).toEqual({})
    expect(said(asked, vague, back, 'No, a six.')).toEqual({ sleep: 60 })
    expect(said(asked, 'Five or six.', 'Let us say five?', 'Yes, five.')).toEqual({ sleep: 50 })
  })

  test('and not the coach’s own', () => {
    expect(said('My own stress was an eight out of ten.', 'Oh.')).toEqual({})
  })
})

describe('who speaks', () => {
  const raw = (...lines: [speaker: number, text: string][]) =>
    lines.map(([who, text], index) => `[00:00:0${index}] Speaker ${who}: ${text}`).join('\n')
  const question = 'on a scale from zero to ten how was your sleep'

  test('need not be known where question and answer tell it', () => {
    expect(valuesOf(raw([1, question], [2, 'um maybe a six']))).toEqual({ sleep: 60 })
  })

  test('must be known where both ask, or a third could have answered', () => {
    expect(valuesOf(raw([1, question], [2, 'a six'], [2, 'hm'], [1, 'i see']))).toEqual({
      sleep: 60,
    })
    expect(valuesOf(raw([1, question], [2, 'a six'], [3, 'an eight']))).toEqual({})
    expect(valuesOf(raw([1, question], [2, question], [1, 'a six']))).toEqual({})
  })

  test('must be known of a number that nobody asked for', () => {
    const alone = 'My stress is about eight out of ten.'
    expect(said('Tell me.', alone)).toEqual({ stress: 80 })
    expect(valuesOf(raw([1, alone], [2, 'Oh.']))).toEqual({})
  })

  test('does not matter for how a turn is cut into lines', () => {
    const lines = raw([1, 'on a scale from zero to ten'], [1, 'how was your sleep'], [2, 'a six'])
    expect(readNumbers(lines, metrics).values).toEqual([
      {
        ...{ key: 'sleep', value: 60 },
        quotes: ['on a scale from zero to ten', 'how was your sleep', 'a six'],
      },
    ])
  })
})

test('a metric is called by its label, by words of its own, and by those of every day', () => {
  const own = metric('drive', 'Inner drive', { words: ['oomph'] })
  const ask = (what: string) => conversation(`From zero to ten, how is your ${what}?`, 'A six.')
  for (const what of ['inner drive', 'oomph'])
    expect(valuesOf(ask(what), [own])).toEqual({ drive: 60 })
  expect(said('From zero to ten, how stressed are you?', 'Six.')).toEqual({ stress: 60 })
})

describe('of two metrics that have the same word', () => {
  const [rest, deep] = [{ words: ['rest'] }, metric('deep', 'Depth', { words: ['Rest', 'deeply'] })]
  const calm = metric('calm', 'Calm', rest)
  const ask = (what: string) => conversation(`From zero to ten, how is your ${what}?`, 'A six.')

  test('neither gets the number that is said of it, also where the other is not asked for', () => {
    expect(valuesOf(ask('rest'), [calm])).toEqual({ calm: 60 })
    expect(valuesOf(ask('rest'), [calm, deep])).toEqual({})
    expect(readNumbers(ask('rest'), [calm], [deep]).values).toEqual([])
  })

  test('each gets what is said of its other words', () => {
    expect(valuesOf(ask('calm'), [calm, deep])).toEqual({ calm: 60 })
  })
})

test('ends of a scale mean what the definition says, before what its label says', () => {
  const ask = conversation('Zero to ten, ten being great, how is your mood?', 'A six.')
  expect(valuesOf(ask, [metric('mood', 'Mood')])).toEqual({ mood: 60 })
  expect(valuesOf(ask, [metric('mood', 'Mood', { isMoreBetter: false })])).toEqual({})
  expect(valuesOf(ask, [metric('low', 'Mood', { isMoreBetter: null })])).toEqual({ low: 60 })
})

test('question and answer are quoted', () => {
  expect(
    readNumbers(conversation(`Thank you. ${asked}`, 'Bad. I would say a three.'), metrics),
  ).toEqual({
    values: [
      {
        ...{ key: 'sleep', value: 30 },
        quotes: ['On a scale from zero to ten, how was your sleep?', 'I would say a three.'],
      },
    ],
  })
})

describe('in the table of cases', () => {
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

/** As evidence is looked for: what the reader quotes is not to be called missing. */
function isFound(text: string, quote: string) {
  const turns = turnsOf(text, []).map((it) => ({ ...it, isClient: true }))
  return quotesIn(turns)(quote) !== undefined
}

test('a question of few words is quoted with those around them', () => {
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

test('the beginning of a question at the end of a line is quoted as it is found', () => {
  const text = conversation('I know, my dear, sleep\nfrom zero to ten', 'Six.')
  const [value] = readNumbers(text, metrics).values
  expect(value?.quotes.filter((it) => !isFound(text, it))).toEqual([])
})

/** What is said about numbers, put together at random. */
const piece = fc.constantFrom(
  ...[
    asked,
    'And your energy?',
    'how stressed are you',
    'from one to five',
    'a',
    'six',
    'seven',
    '9',
  ],
  ...[
    'to',
    'or',
    'no,',
    'actually',
    'both',
    'out of ten',
    'percent',
    "I'd say",
    '.',
    '?',
    ',',
    'but',
  ],
  ...[
    'my wife',
    'last week',
    'yes',
    'So a five?',
    'hours',
    'sleep',
    '7/10',
    '-3',
    'ten is good',
    'it',
  ],
)
const turn = fc.array(piece, { minLength: 1, maxLength: 8 }).map((it) => it.join(' '))
const talk = fc.array(fc.tuple(fc.constantFrom('Coach', 'Client', 'Speaker 3'), turn), {
  minLength: 1,
  maxLength: 8,
})

test('whatever is said, a value lies in its range and its quotes stand in the text', () => {
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
    { numRuns: 1000 },
  )
})

test('a number that nobody said is never found', () => {
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

// Each leads one of the rules as far as it goes before it fails.
test.each([
  ...['six ', 'six i ', 'a six. ', 'but six ', 'sleep ', 'ten is good ', 'zero to ten ', 'a six, '],
  ...[`${asked} `, "i don't know ", '7/', '7-', '7.', "a'", ', ', ' - ', 'and a half '],
  ...[`it is ${'only probably '.repeat(18)}hm six `, `i ${'just maybe '.repeat(18)}six `],
  ...['\n[00:00:00] Coach: zero to ten how is your sleep\n[00:00:01] Client: a six\n'],
])('four times as much of %j takes no more than about four times as long', (it) => {
  const of = (size: number) =>
    `[00:00:00] Coach: ${asked}\n[00:00:00] Client: ${it.repeat(size / it.length)}`
  const [small, large] = [of(50_000), of(200_000)]
  readNumbers(small, metrics)
  const once = Math.max(
    workOf(() => readNumbers(small, metrics)),
    20,
  )
  expect(workOf(() => readNumbers(large, metrics))).toBeLessThan(12 * once)
})
