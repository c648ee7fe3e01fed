import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import { type Expected, findFailures, containsText } from './judge-answer.ts'

const transcript = `[00:00:00] Speaker 1: How was your stress, from zero to ten?
[00:00:05] Speaker 2: This week it was
[00:00:07] Speaker 2: a seven, I’d say.`

const expected = (type: TemplateType, values: Partial<Expected> = {}): Expected => ({
  ...{ type, transcript, values: [], quotes: [], forbidden: [] },
  ...values,
})
const json = (value: unknown) => JSON.stringify(value)

describe('searching for words', () => {
  test.each([
    ['This week it was a SEVEN.', 'it was a seven'],
    ['I’d say so', 'Id say'],
    ['a follow-up, soon', 'follow up soon'],
    ['Über den\nBerg', 'über den berg!'],
  ])('%j contains %j', (text, words) => expect(containsText(text, words)).toBe(true))

  test.each([
    ['seventeen', 'seven'],
    ['it was seven', 'was it seven'],
    ['it was, a seven', 'it a seven'],
    ['anything', '…'],
    ['', 'seven'],
  ])('%j does not contain %j', (text, words) => expect(containsText(text, words)).toBe(false))

  const word = fc.stringMatching(/^[a-zäöüß]{1,8}$/)
  const said = fc.array(word, { minLength: 1, maxLength: 40 })

  test('ignores case, punctuation and line breaks', () => {
    const between = fc.constantFrom(' ', ', ', '. ', '\n', ' — ', '! ', ' "')
    fc.assert(
      fc.property(
        said,
        fc.nat(),
        fc.nat(),
        fc.infiniteStream(between),
        fc.infiniteStream(fc.boolean()),
        (words, from, length, separators, shouts) => {
          const start = from % words.length
          const quote = words.slice(start, start + 1 + (length % words.length)).join(' ')
          const text = words
            .map((it) => {
              const [shout, separator] = [shouts.next().value, separators.next().value]
              return `${shout ? it.toUpperCase() : it}${separator}`
            })
            .join('')
          // The upper case of 'ß' is two letters, which do not match.
          fc.pre(!/ß/.test(quote))
          expect(containsText(text, quote)).toBe(true)
        },
      ),
    )
  })

  test('fails if one of them is missing', () => {
    fc.assert(
      fc.property(said, fc.nat(), (words, place) => {
        const invented = words.with(place % words.length, 'invented9')
        expect(containsText(words.join(' '), invented.join(' '))).toBe(false)
      }),
    )
  })
})

describe('a text answer', () => {
  const of = expected('diarization', { quotes: ['it was a seven'], forbidden: ['diagnosis'] })

  test('passes with the required words and without forbidden ones', () =>
    expect(findFailures('Client: This week, it was a seven.', of)).toEqual([]))

  test('fails otherwise, with a sentence per failure', () =>
    expect(findFailures('The Diagnosis: stressed.', of)).toEqual([
      '“it was a seven” is not in it.',
      '“diagnosis” must not be in it.',
    ]))
})

describe('a metrics answer', () => {
  const of = expected('metric_extraction', {
    values: [{ key: 'stress_level', lowest: 69, highest: 71 }],
    quotes: ['a seven'],
    forbidden: ['diagnosis'],
  })
  const value = (values: object = {}) => ({
    ...{ key: 'stress_level', value: 70, quotes: ['This week it was a seven'] },
    ...values,
  })
  const answer = (...values: object[]) => json({ values })

  test('passes with values in their ranges and spoken quotes', () => {
    expect(findFailures(answer(value()), of)).toEqual([])
    expect(findFailures(`Here it is:\n\`\`\`json\n${answer(value())}\n\`\`\``, of)).toEqual([])
    expect(findFailures(answer(value({ value: 69 }), value({ key: 'mood' })), of)).toEqual([])
  })

  test.each([
    [answer(value({ value: 72 })), ['stress_level is 72; 69 to 71 was expected.']],
    [answer(value({ key: 'energy' })), ['stress_level has no value.']],
    [
      answer(value({ quotes: ['It was a seven and a half'] })),
      ['“It was a seven and a half” was not said in the transcript.'],
    ],
    [answer(value({ quotes: [] })), ['“a seven” is not in a quote.', 'stress_level has no quote.']],
    [
      'No diagnosis, sorry.',
      ['The answer is not JSON in the expected format.', '“diagnosis” must not be in it.'],
    ],
    ['{"values": [{"key": "stress_level", "value": "70"}]}', [expect.stringContaining('not JSON')]],
    ['{"riskScore": 70}', [expect.stringContaining('not JSON')]],
  ])('%s fails', (text, faults) => expect(findFailures(text, of)).toEqual(faults))
})

describe('the evidence rule applies as in a session', () => {
  const said = `Coach: On a scale from zero to ten, how high was your stress?
Client: I would say the week was hard. It was a seven.
Coach: Seven. And your sleep?
Client: Fine.`
  const faults = (...quotes: string[]) =>
    findFailures(json({ values: [{ key: 'stress_level', value: 70, quotes }] }), {
      ...expected('metric_extraction'),
      transcript: said,
    })

  test.each([
    ['I would say the week was hard'],
    ['it was a 7'],
    ['a seven'],
    ['I would say the weak was hard'],
    ['Fine'],
  ])('%s is evidence', (quote) => expect(faults(quote)).toEqual([]))

  test.each(['I', 'the', 'was hard'])('%s is too short to be evidence', (quote) =>
    expect(faults(quote)).toEqual([`“${quote}” shows nothing: it is too short or too long.`]),
  )

  test('a value needs words of the client in addition to those of the coach', () => {
    expect(faults('how high was your stress')).toEqual([
      'stress_level is shown by nothing that the client said.',
    ])
    expect(faults('how high was your stress', 'It was a seven')).toEqual([])
  })
})

describe('an assessment of burnout', () => {
  const of = expected('burnout_assessment', {
    values: [{ key: 'riskScore', lowest: 30, highest: 80 }],
    quotes: ['a seven'],
  })
  const right = { riskScore: 55, reasons: [{ reason: 'Stress', quote: 'a seven' }], protective: [] }

  test('passes with a score in its range and spoken reasons', () =>
    expect(findFailures(json(right), of)).toEqual([]))

  test.each([
    [{ riskScore: 90 }, ['riskScore is 90; 30 to 80 was expected.']],
    [{ riskScore: 101 }, ['riskScore is 101; 30 to 80 was expected.']],
    [
      { protective: [{ reason: 'Family', quote: 'My sister helps' }] },
      ['“My sister helps” was not said in the transcript.'],
    ],
    [{ protective: [{ what: 'Sleep' }] }, [expect.stringContaining('not JSON')]],
  ])('fails with %j', (change, faults) =>
    expect(findFailures(json({ ...right, ...change }), of)).toEqual(faults),
  )
})
