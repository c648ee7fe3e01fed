import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureWork } from '#server/test/measure-work.ts'
import { parseTurns } from './conversation-turns.ts'
import { findQuote, quotesIn, type QuotableTurn } from './find-quote.ts'
import { wordTimes } from './align-edited-words.ts'
import { tokenize } from './words.ts'

const turnsIn = (text: string): QuotableTurn[] =>
  parseTurns(text).map((turn) => ({ ...turn, isClient: turn.speaker === 'Client' }))

const talk = turnsIn(
  [
    'Coach: On a scale from zero to ten, how was your sleep?',
    "Client: I'd say a seven. I don't wake up at night any more, and that's new.",
    'Coach: And your energy? Would you say a seven too?',
    'Client: Um, no, my energy was a, was a four, honestly. I am very tired after work.',
    'Coach: You do not wake up at night any more.',
  ].join('\n\n'),
)

/** The text at the place of a quote. */
function wordsAt(turns: readonly QuotableTurn[], quote: string) {
  const found = findQuote(quote, turns)
  if (!found) return undefined
  return turns
    .slice(found.from.turn, found.to.turn + 1)
    .map(({ text }, index, all) =>
      tokenize(text)
        .slice(
          index === 0 ? found.from.word : 0,
          index === all.length - 1 ? found.to.word + 1 : undefined,
        )
        .join(' '),
    )
    .join(' / ')
}

describe('a quote is found', () => {
  test.each([
    ['word for word', "I'd say a seven.", "I'd say a seven."],
    ['ignoring case and punctuation', 'i don’t WAKE up - at night', "I don't wake up at night"],
    ['with numbers in digits', 'my energy was a 4', 'my energy was a, was a four,'],
    ['without repetitions', 'no, my energy was a four', 'no, my energy was a, was a four,'],
    ['with contractions written out', 'I do not wake up at night', "I don't wake up at night"],
    [
      'with one word recognized differently',
      'I am very tyred after work',
      'I am very tired after work.',
    ],
    ['with a name before it', 'Client: I am very tired', 'I am very tired'],
    [
      'across turns',
      'And your energy? Would you say a seven too? Um, no, my energy',
      'And your energy? Would you say a seven too? / Um, no, my energy',
    ],
  ])('%s', (_how, quote, at) => expect(wordsAt(talk, quote)).toBe(at))

  test('in the words of the client, where both said it', () => {
    expect(findQuote('wake up at night any more', talk)).toMatchObject({
      ...{ from: { turn: 1 }, isClients: true },
    })
    expect(findQuote('You do not wake up', talk)).toMatchObject({ isClients: false })
  })

  test.each([
    ['with a number', 'a four', 'a four,'],
    ['with a number in another language', 'en otte', 'en otte'],
    ['that are a sentence', 'Not really.', 'Not really.'],
    ['that are a sentence but for a filler', 'yes', 'yes.'],
    ['that are a turn', 'very tired', 'very tired'],
    ['that are a line', 'At work', 'At work'],
  ])('of one or two words %s', (_which, quote, at) =>
    expect(
      wordsAt(
        turnsIn(
          [
            'Coach: Was it a four? Did you sleep, and how are you?',
            'Client: It was a four, I think. Um, yes. Not really. Jeg vil sige en otte nu.',
            'Coach: And where is it worst?',
            'Client: very tired',
            'Coach: And where?',
            'Client: At work\nand on the way back there.',
          ].join('\n\n'),
        ),
        quote,
      ),
    ).toBe(at),
  )

  test('after the question that it answers', () => {
    const both = turnsIn(
      'Coach: Sleep?\n\nClient: A five.\n\nCoach: And your energy?\n\nClient: A five.',
    )
    const find = quotesIn(both)
    expect(find('A five.')).toMatchObject({ from: { turn: 1 } })
    expect(find('A five.', find('And your energy?'))).toMatchObject({ from: { turn: 3 } })
    expect(find('A five.', undefined, [(turn) => turn === 3])).toMatchObject({
      from: { turn: 3 },
      others: [],
    })
  })
})

describe('nothing is found', () => {
  test.each([
    ['for another number', "I'd say an eight"],
    ['for an additional number', "I'd say a seven eight"],
    ['for a dropped negation', 'I wake up at night any more'],
    ['for an added negation', 'I am not very tired after work'],
    ['for a different word in a short sentence', 'I am very happy after'],
    ['for words in another order', 'after work tired very am I'],
    ['for one word of a sentence', 'I'],
    ['for two words of a sentence', 'very tired'],
    ['for one word repeated three times', 'I, I, I'],
    ['for a contraction', "don't wake"],
    ['for a quote without words', ' … '],
    ['for words that were not said', 'The evenings with my sister give me strength.'],
  ])('%s', (_what, quote) => expect(findQuote(quote, talk)).toBeUndefined())
})

describe('a negation is never dropped, added or changed', () => {
  test.each([
    ['Jeg har ikke sovet godt i denne uge', 'Jeg har sovet godt i denne uge'],
    ['Jeg har aldrig sovet godt i denne uge', 'Jeg har altid sovet godt i denne uge'],
    ['Jeg sover sjældent godt i denne tid', 'Jeg sover altid godt i denne tid'],
    ['Jeg har ikkje sove godt denne veka', 'Jeg har sove godt denne veka'],
    ['Jag har inte sovit gott den här veckan', 'Jag har sovit gott den här veckan'],
    ['Jag har aldrig sovit så gott som nu', 'Jag har alltid sovit så gott som nu'],
    ['Ich habe diese Woche nicht gut geschlafen', 'Ich habe diese Woche gut geschlafen'],
    ['Ich habe in dieser Woche keine Angst gehabt', 'Ich habe in dieser Woche Angst gehabt'],
    ["Je n'ai pas bien dormi cette semaine", "J'ai bien dormi cette semaine"],
    ['Je ne dors plus très bien la nuit', 'Je dors plus très bien la nuit'],
    ['Ik heb deze week niet goed geslapen', 'Ik heb deze week goed geslapen'],
    ['Nunca he dormido bien en esta casa', 'Siempre he dormido bien en esta casa'],
    ['I rarely sleep well in this house', 'I always sleep well in this house'],
    ['I seldom sleep well in this house', 'I often sleep well in this house'],
    ['I dont sleep well in this house', 'I do sleep well in this house'],
    ['It isnt a good time for me now', 'It is a good time for me now'],
  ])('"%s" is not "%s"', (said, other) => {
    for (const [one, two] of [
      [said, other],
      [other, said],
    ] as const)
      expect(findQuote(two, turnsIn(`Client: ${one}.`))).toBeUndefined()
    expect(findQuote(said, turnsIn(`Client: ${said}.`))).toBeDefined()
  })

  test.each([
    ["I don't sleep and I can't eat", 'I dont sleep and I cant eat'],
    ["It wasn't good and it won't be", 'It wasnt good and it will not be'],
    ["Je n'ai pas bien dormi", 'Je n’ai pas bien dormi'],
  ])('"%s" is "%s"', (said, other) =>
    expect(findQuote(other, turnsIn(`Client: ${said}.`))).toBeDefined(),
  )
})

const vocabulary =
  'work evening sister garden quiet mountain river candle window morning letter bread'
const strange = 'xylophone quasar zeppelin jukebox wyvern fjord'
const wordFrom = (words: string) => fc.constantFrom(...words.split(' '))
const speech = fc
  .array(fc.uniqueArray(wordFrom(vocabulary), { minLength: 8, maxLength: 12 }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((turns): QuotableTurn[] =>
    turns.map((words, index) => ({
      ...{ speaker: index % 2 ? 'Client' : 'Coach', isClient: index % 2 === 1 },
      text: words.join(' '),
    })),
  )

describe('in any conversation', () => {
  test('every turn is found, even with a word changed, dropped or added', () => {
    fc.assert(
      fc.property(
        ...[speech, fc.nat(), fc.nat(), wordFrom(strange)],
        fc.constantFrom('as it is', 'changed', 'left out', 'put in'),
        (turns, anyTurn, anyWord, other, how) => {
          const words = tokenize(turns[anyTurn % turns.length]?.text ?? '')
          const at = 1 + (anyWord % (words.length - 2))
          const quote = words.toSpliced(
            at,
            how === 'changed' || how === 'left out' ? 1 : 0,
            ...(how === 'changed' || how === 'put in' ? [other] : []),
          )
          expect(findQuote(quote.join(' '), turns)).toBeDefined()
        },
      ),
    )
  })
  test('every part of a turn with repeated phrases is found', () => {
    const again = fc
      .array(
        fc.tuple(
          fc.constantFrom('ten is good', 'my sleep', 'it was a', 'no', 'seven'),
          fc.integer({ min: 1, max: 3 }),
        ),
        { minLength: 2, maxLength: 6 },
      )
      .map((said) =>
        said
          .flatMap(([phrase, times]) => Array<string>(times).fill(phrase))
          .join(' ')
          .split(' '),
      )
    fc.assert(
      fc.property(again, fc.nat(), fc.nat(), (words, first, last) => {
        const from = first % words.length
        const quote = words.slice(from, from + 3 + (last % words.length))
        fc.pre(new Set(quote).size > 2)
        const turns = [{ speaker: 'Client', isClient: true, text: words.join(' ') }]
        expect(findQuote(quote.join(' '), turns)).toBeDefined()
      }),
    )
  })
  test('a quote with several words that were not said is never found', () => {
    fc.assert(
      fc.property(
        ...[
          speech,
          fc.array(wordFrom(vocabulary), { minLength: 1, maxLength: 17 }),
          fc.infiniteStream(fc.nat()),
        ],
        (turns, known, anywhere) => {
          // More than one word in six.
          const invented = Math.floor(known.length / 5) + 1
          const quote = [...known]
          for (let count = 0; count < invented; count++) {
            const at = (anywhere.next().value as number) % (quote.length + 1)
            quote.splice(at, 0, strange.split(' ')[count % 6] ?? '')
          }
          expect(findQuote(quote.join(' '), turns)).toBeUndefined()
        },
      ),
    )
  })
})

test('the time of a quote is that of its recognized words', () => {
  const conversation = turnsIn(
    'Coach: How was your sleep?\n\nClient: It was a solid seven, thanks. Solid.',
  )
  const words = 'how was your sleep it was a seven thanks'.split(' ')
  const segments = [
    {
      ...{ start: 10, end: 19, speaker: 'Speaker 1', text: words.join(' ') },
      words: words.map((word, at) => ({ word, start: 10 + at, end: 11 + at, conf: 1 })),
    },
  ]
  const heard = wordTimes(
    conversation.map(({ text }) => text),
    segments,
  )
  const turns = conversation.map((turn, index) => ({ ...turn, heard: heard[index] ?? [] }))
  expect(findQuote('a solid seven', turns)).toMatchObject({
    ...{ time: { start: 16, end: 18 }, isClients: true },
    heard: 2 / 3,
  })
  expect(findQuote('Solid.', turns)).toMatchObject({ time: null, heard: 0 })
  expect(findQuote('Solid.', conversation)).toMatchObject({ time: null })
})

test('a very long word takes no longer than others, and is found if it is equal', () => {
  const endless = 'ab'.repeat(25_000)
  const turns = [{ speaker: 'Client', isClient: true, text: `So ${endless} it was today.` }]
  const look = () => {
    expect(findQuote(`so ${endless.slice(2)}ba it was today`, turns)).toBeUndefined()
    expect(findQuote(`so ${endless} it was today`, turns)).toBeDefined()
  }
  expect(measureWork(look)).toBeLessThan(2_000)
})
