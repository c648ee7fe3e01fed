import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { otherLanguageText } from '#contract/transcriptions/transcriptions.ts'
import { toSegments } from './segments.ts'
import { punctuateWords } from './punctuate-words.ts'
import { findUtterances } from './transcribe-in-chunks.ts'
import { splitSentences, placeInRecording, type Spoken } from './spoken.ts'
import { mergeSpeakerLabels, assignSpeakers } from './speakers.ts'

const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })
const sentence = (start: number, end: number, text: string, label?: string): Spoken => ({
  ...{ start, end, text, isWord: false, conf: null, label },
})
const word = (start: number, end: number, text: string, label?: string): Spoken => ({
  ...sentence(start, end, text, label),
  isWord: true,
})
const speakers = (said: { text: string; speaker: number }[]) =>
  said.map(({ text, speaker }) => `${speaker} ${text}`)

describe('the words of a service', () => {
  test('are placed within their chunk of the recording, in order', () => {
    const heard = [
      sentence(5, 12, ' and\n then\0 '),
      sentence(-1, 2, 'First'),
      sentence(9, 4, 'Nowhere'),
      sentence(3, 4, ' '),
    ]
    expect(placeInRecording(heard, { start: 100, end: 108 })).toMatchObject([
      { start: 100, end: 102, text: 'First' },
      { start: 105, end: 108, text: 'and then' },
      { start: 108, end: 108, text: 'Nowhere' },
    ])
  })

  test('are split into sentences with approximate times', () => {
    const [one, two, ...none] = splitSentences([sentence(10, 20, 'Slept badly. Why was that?')])
    expect([one?.text, two?.text, none]).toEqual(['Slept badly.', 'Why was that?', []])
    expect(one?.start).toBe(10)
    expect(one?.end).toBeCloseTo(14.8, 1)
    expect(two?.start).toBe(one?.end)
    expect(two?.end).toBe(20)
  })
})

describe('assigning locally detected speakers', () => {
  const turns = [turn(0, 2, 1), turn(2, 5, 0)]
  test('assigns each word to the turn that contains it', () => {
    const words = [word(0.5, 1, 'Good'), word(1, 1.9, 'morning.'), word(2.1, 2.4, 'Hello')]
    expect(speakers(assignSpeakers(words, turns))).toEqual(['1 Good', '1 morning.', '0 Hello'])
  })

  test('assigns a sentence to the speaker of its largest part, each on its own line', () => {
    const said = assignSpeakers(
      [sentence(0, 5, 'Good morning, Sarah! I slept so badly again.')],
      turns,
    )
    expect(speakers(said)).toEqual(['1 Good morning, Sarah!', '0 I slept so badly again.'])
  })

  test.each([
    [
      'the beginning of a sentence',
      'Yes. I',
      'think that you are right.',
      '0 Yes. | 1 I think that you are right.',
    ],
    [
      'the end of a sentence',
      'What do you',
      'think? I agree.',
      '0 What do you think? | 1 I agree.',
    ],
    [
      'no more than two words',
      'I did not know',
      'that you went there.',
      '0 I did not know | 1 that you went there.',
    ],
    ['nothing at the end of one', 'I agree.', 'So do I.', '0 I agree. | 1 So do I.'],
  ])('moves %s to the speaker of the sentence', (_what, one, other, expected) => {
    const tokens = [one, other].flatMap((text, speaker) =>
      text.split(' ').map((token) => ({ token, speaker })),
    )
    const words = tokens.map(({ token }, at) => word(at, at + 1, token))
    const change = one.split(' ').length
    const said = assignSpeakers(words, [turn(0, change, 0), turn(change, tokens.length, 1)])
    const spoken = [0, 1].map((of) => said.filter(({ speaker }) => speaker === of))
    expect(
      spoken.map((own, of) => `${of} ${own.map(({ text }) => text).join(' ')}`).join(' | '),
    ).toBe(expected)
  })

  test('assigns everything to one speaker if no voice was detected', () => {
    expect(speakers(assignSpeakers([word(1, 2, 'hm')], []))).toEqual(['0 hm'])
  })
})

describe('the speaker labels of a service', () => {
  const turns = [turn(0, 4, 0), turn(5, 9, 1), turn(10, 14, 1), turn(15, 19, 0)]
  test('are matched between chunks, although each chunk begins with A', () => {
    const pieces = [
      [sentence(0, 4, 'one', 'A'), sentence(5, 9, 'two', 'B')],
      [sentence(10, 14, 'three', 'A'), sentence(15, 19, 'four', 'B')],
    ]
    expect(speakers(mergeSpeakerLabels(pieces, turns))).toEqual([
      '0 one',
      '1 two',
      '1 three',
      '0 four',
    ])
  })

  test('remain separate speakers if no voice was detected for them', () => {
    const pieces = [
      [sentence(0, 4, 'one', 'A')],
      [sentence(10, 14, 'two', 'A'), sentence(14.2, 14.6, 'three', 'B')],
    ]
    expect(speakers(mergeSpeakerLabels(pieces, turns))).toEqual(['0 one', '1 two', '2 three'])
  })

  test('remain as they are in a single chunk', () => {
    const piece = [sentence(0, 4, 'one', 'B'), sentence(5, 9, 'two', 'A')]
    expect(speakers(mergeSpeakerLabels([piece], []))).toEqual(['0 one', '1 two'])
  })
})

describe('segments of a transcript', () => {
  const said = (spoken: Spoken, speaker: number) => ({ ...spoken, speaker })
  test('number speakers in order of appearance, and contain one speaker each', () => {
    const lines = toSegments([
      said(word(0, 1, 'Good'), 4),
      said(word(1, 2, 'morning.'), 4),
      said(word(2.2, 3, 'Hello.'), 2),
    ])
    expect(lines.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'Speaker 1: Good morning.',
      'Speaker 2: Hello.',
    ])
    expect(lines[0]?.words).toEqual([
      { start: 0, end: 1, word: 'Good', conf: 1 },
      { start: 1, end: 2, word: 'morning.', conf: 1 },
    ])
  })

  test('end at a pause after a sentence, otherwise at the last sentence within half a minute', () => {
    const lines = toSegments([
      said(sentence(0, 5, 'One.'), 0),
      said(sentence(7, 20, 'Two.'), 0),
      said(sentence(20, 28, 'and'), 0),
      said(sentence(28, 40, 'three.'), 0),
    ])
    expect(lines.map(({ text }) => text)).toEqual(['One.', 'Two.', 'and three.'])
    expect(lines[0]?.words).toBeUndefined()
  })

  test('have another language in lines of their own, and no loops', () => {
    const lines = toSegments([
      said(word(0, 1, 'Yes.'), 0),
      said(sentence(1, 5, otherLanguageText), 0),
      ...[6, 7, 8, 9].map((start) => said(sentence(start, start + 1, 'I do not know.'), 0)),
    ])
    expect(lines.map(({ text }) => text)).toEqual(['Yes.', otherLanguageText, 'I do not know.'])
    expect(lines.map(({ words }) => words?.length)).toEqual([1, undefined, undefined])
  })

  test('contain every word', () => {
    const parts = fc.array(
      fc.record({
        start: fc.integer({ min: 0, max: 500 }),
        speaker: fc.integer({ min: 0, max: 3 }),
        text: fc.constantFrom('well', 'yes.', 'so?', 'Dr.', '3.5'),
      }),
    )
    fc.assert(
      fc.property(parts, (given) => {
        const all = given.map(({ start, speaker, text }) =>
          said(word(start, start + 1, text), speaker),
        )
        const lines = toSegments(all)
        const ordered = all.toSorted((a, b) => a.start - b.start).map(({ text }) => text)
        expect(lines.map(({ text }) => text).join(' ')).toBe(ordered.join(' '))
        for (const line of lines) expect(line.words).toHaveLength(line.text.split(' ').length)
      }),
    )
  })
})

describe('words without punctuation', () => {
  const timed = (...words: string[]) =>
    words.map((it, index) => ({ word: it, start: index, end: index + 1 }))
  test('get the punctuation of the matching text', () => {
    const words = punctuateWords(timed('well', 'i', "don't", 'know'), '  Well – I don’t know. ')
    expect(words?.map((it) => it.word)).toEqual(['Well', '– I', 'don’t', 'know.'])
  })

  test('stay as they are if the text does not match', () => {
    expect(
      punctuateWords(timed('well', 'i', 'know'), 'Something else entirely was said here.'),
    ).toBeUndefined()
  })
})

describe('utterances', () => {
  test('are the speech of one speaker with a margin, without overlap', () => {
    const turns = [turn(1, 3, 0), turn(3.2, 5, 0), turn(5.05, 8, 1), turn(12, 13, 1)]
    const speeches = findUtterances(turns, { start: 0, end: 12.5 })
    expect(speeches.map(({ start, end }) => [start, end])).toEqual([
      [0.9, 5.05],
      [5, 8.1],
      [11.9, 12.5],
    ])
  })
})
