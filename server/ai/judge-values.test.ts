import { describe, expect, test } from 'vitest'
import type { Segment } from '#contract/transcriptions.ts'
import { foundIn } from './analysed-answer.ts'
import { judgeValues } from './judge-values.ts'
import { saidIn } from './said-in-session.ts'

const conversation = [
  'Coach: On a scale from zero to ten, how high is your stress?',
  'Client: I would say an eight at the moment.',
  'Coach: So an eight, and your energy is low.',
].join('\n\n')
const names = { client: 'Anna Berg', coach: 'Carl Coach' }
const asked = ['stress_level', 'energy'].map((key) => ({ key, lowest: 0, highest: 100 }))
const judge = (values: object[], segments: Segment[] = [], text = conversation) =>
  judgeValues(
    foundIn('metric_extraction', JSON.stringify({ values })) ?? [],
    asked,
    saidIn(text, segments, names),
  )
const stress = { key: 'stress_level', value: 80, quotes: ['I would say an eight'] }
const faultOf = async (...given: Parameters<typeof judge>) => (await judge(...given))[0]?.fault

describe('a value counts', () => {
  test('with words of the client, and says where they stand', async () => {
    expect(await judge([stress])).toEqual([
      {
        ...{ key: 'stress_level', occurrence: 1, value: 80, fault: null },
        quotes: [
          {
            ...{ text: 'I would say an eight', reason: null, isProtective: false },
            place: { turn: 2, speaker: 'Client', isClients: true, time: null },
          },
        ],
      },
    ])
  })
  test('with one quote of several that is there; the others are shown as nowhere', async () => {
    const [judged] = await judge([
      { ...stress, quotes: ['Nobody said this here', ...stress.quotes] },
    ])
    expect(judged?.fault).toBeNull()
    expect(judged?.quotes.map(({ place }) => place !== null)).toEqual([false, true])
  })
  test('zero is a value', async () => {
    expect(await faultOf([{ ...stress, value: 0 }])).toBeNull()
  })
})

describe('a value counts nowhere', () => {
  test.each([
    ['without a quote', { ...stress, quotes: [] }, 'no-quote'],
    ['with blank quotes', { ...stress, quotes: ['  '] }, 'no-quote'],
    ['with an invented quote', { ...stress, quotes: ['My stress is nearly gone'] }, 'not-found'],
    ['with a word that anybody says', { ...stress, value: 95, quotes: ['I'] }, 'not-found'],
    ['with two such words', { ...stress, quotes: ['the moment', 'would say'] }, 'not-found'],
    ['in the words of the coach', { ...stress, quotes: ['your energy is low'] }, 'not-clients'],
    ['out of range', { ...stress, value: 101 }, 'out-of-range'],
    ['below its range', { ...stress, value: -1 }, 'out-of-range'],
    ['that nobody asked for', { ...stress, key: 'mood' }, 'not-asked'],
  ])('%s', async (_what, value, fault) => expect(await faultOf([value])).toBe(fault))

  test('that is there twice, while the others do', async () => {
    const judged = await judge([stress, { ...stress, value: 70 }, { ...stress, key: 'energy' }])
    expect(judged.map(({ key, occurrence, fault }) => [key, occurrence, fault])).toEqual([
      ['stress_level', 1, 'twice'],
      ['stress_level', 2, 'twice'],
      ['energy', 1, null],
    ])
  })
  test('where nobody knows who of those who speak is the client', async () => {
    const text = conversation.replaceAll('Client', 'Bo').replaceAll('Coach', 'Dan')
    expect(await faultOf([stress], [], `${text}\n\nEva: Hello.\n\nEva: Yes.\n\nBo: Yes.`)).toBe(
      'not-clients',
    )
  })
})

describe('with a recording', () => {
  const heard = (text: string): Segment => ({
    ...{ start: 4, end: 4 + text.split(' ').length, speaker: 'Speaker 2', text },
    words: text.split(' ').map((word, at) => ({ word, start: 4 + at, end: 5 + at, conf: 1 })),
  })
  test('a quote has its seconds', async () => {
    const [judged] = await judge([stress], [heard('I would say an eight at the moment')])
    expect(judged?.quotes[0]?.place?.time).toEqual({ start: 4, end: 9 })
  })
  test('a quote that stands in the conversation alone is none', async () => {
    expect(await faultOf([stress], [heard('the weather was fine on sunday')])).toBe('not-heard')
  })
})

describe('the client among those who speak', () => {
  test.each([
    ['by the word', 'Client'],
    ['by the full name', 'Anna Berg'],
    ['by the first name', 'anna'],
    ['as the other one of two', 'Participant'],
  ])('%s', async (_how, name) => {
    const text = conversation.replaceAll('Client:', `${name}:`)
    expect(await faultOf([stress], [], `${text}\n\n${name}: Yes.`)).toBeNull()
  })
})

describe('an answer', () => {
  test.each([
    ['no JSON', 'Stress is eighty.'],
    ['another form', '{"stress":80}'],
    ['a value that is none', '{"values":[{"key":"a","value":"eighty","quotes":[]}]}'],
    ['a figure beyond all bounds', '{"values":[{"key":"a","value":1e300,"quotes":[]}]}'],
  ])('of %s is none', (_what, text) => {
    expect(foundIn('metric_extraction', text)).toBeUndefined()
    expect(foundIn('burnout_assessment', text)).toBeUndefined()
  })
  test('of a risk has its reasons, and what protects', () => {
    const told = { reason: 'Long evenings', quote: 'I answer mails until ten' }
    expect(
      foundIn(
        'burnout_assessment',
        JSON.stringify({
          riskScore: 55,
          reasons: [told],
          protective: [{ ...told, reason: 'A sister' }],
        }),
      ),
    ).toEqual([
      {
        ...{ key: 'riskScore', value: 55 },
        quotes: [
          { text: told.quote, reason: 'Long evenings', isProtective: false },
          { text: told.quote, reason: 'A sister', isProtective: true },
        ],
      },
    ])
  })
})
