import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureWork } from '../../../test/measure-work.ts'
import { formatRawText } from '../../../providers/transcript/transcript-text.ts'
import { formatConversation } from './conversation.ts'

type Said = readonly [speaker: 1 | 2 | 3, text: string]
const raw = (...said: Said[]) =>
  formatRawText(
    said.map(([number, text], start) => ({ start, speaker: `Speaker ${number}`, text })),
  )

describe('a conversation', () => {
  test('joins consecutive lines of a speaker and separates turns by a blank line', () => {
    const text = raw(
      [1, 'Good morning, Anna.'],
      [1, 'how have you been?'],
      [2, 'I have been tired,'],
      [2, 'and I slept badly'],
      [1, 'Tell me more about that.'],
    )
    expect(formatConversation(text)).toBe(
      [
        'Coach: Good morning, Anna. How have you been?',
        'Client: I have been tired, and I slept badly.',
        'Coach: Tell me more about that.',
      ].join('\n\n'),
    )
  })

  test('splits a long turn into paragraphs at the end of a sentence', () => {
    const sentence = `${'word '.repeat(24)}end.`
    const text = formatConversation(raw([1, Array(6).fill(sentence).join(' ')]))
    expect(text.split('\n').map((it) => it.split(' ').length)).toEqual([77, 75])
  })

  test('splits a long turn at a pause once a paragraph is long enough', () => {
    const sentence = `${'word '.repeat(14)}end.`
    const line = [1, `${sentence} ${sentence}`] as const
    const text = formatConversation(raw([1, sentence], line, line, line))
    expect(text.split('\n').map((it) => it.split(' ').length)).toEqual([47, 30, 30])
  })

  test('adds capitals and question marks only where they clearly belong', () => {
    const text = raw([
      1,
      'what do you feel. i know what you mean. is there anything else. so how was it? where i live it rains. mr. jones said i would.',
    ])
    expect(formatConversation(text)).toBe(
      'Speaker 1: What do you feel? I know what you mean. Is there anything else? So how was it? Where I live it rains. Mr. jones said I would.',
    )
  })

  test('converts text in capitals to sentence case', () => {
    expect(formatConversation(raw([1, 'I WAS THERE. WERE YOU']))).toBe(
      'Speaker 1: I was there. Were you?',
    )
  })

  test('formats text that is not a transcript, without adding a speaker', () => {
    expect(formatConversation('we talked about sleep.\nit was short')).toBe(
      'We talked about sleep. It was short.',
    )
    expect(formatConversation('')).toBe('')
  })
})

describe('the two speakers', () => {
  const asks = 'Tell me what happened last week. What did you notice? How did that feel?'
  const tells =
    'I was at my desk, I had my lunch there, and I felt that I had to stay because my manager asked me to, and I did, and I was tired in the evening and I could not sleep.'

  test('are named Coach and Client, whoever speaks first', () => {
    expect(formatConversation(raw([1, asks], [2, tells]))).toMatch(
      /^Coach: Tell.*\n\nClient: I was/,
    )
    expect(formatConversation(raw([1, tells], [2, asks]))).toMatch(
      /^Client: I was.*\n\nCoach: Tell/,
    )
  })

  test.each([
    ['who say the same words', [1, 'Yes.'], [2, 'Yes.']],
    ['who both ask and tell', [1, `${asks} ${tells}`], [2, `${tells} ${asks}`]],
    ['where the signs disagree', [1, `${tells} What did you do?`], [2, 'Hm. Okay.']],
  ] as const)('%s keep their numbers', (_name, one, other) => {
    const text = formatConversation(raw(one, other))
    expect(text).toMatch(/^Speaker 1: /)
    expect(text).toContain('\n\nSpeaker 2: ')
  })

  test('remain numbered if there is a third speaker, or only one', () => {
    expect(formatConversation(raw([1, asks], [2, tells], [3, 'Hello.']))).not.toMatch(
      /Coach|Client/,
    )
    expect(formatConversation(raw([1, asks]))).toMatch(/^Speaker 1: /)
  })
})

/** The words without case and punctuation. */
const wordsOf = (text: string) =>
  text.toLowerCase().replaceAll(/[.,?]/g, '').split(/\s+/).filter(Boolean)
const withoutNames = (conversation: string) =>
  conversation
    .split('\n\n')
    .map((block) => block.replace(/^(?:Coach|Client|Speaker \d+): /, ''))
    .join(' ')

const spoken = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...'I i you do would what how is that if have been tired. no? yes, Mr. e.g. ... welcome tell me'.split(
        ' ',
      ),
    ),
  },
  { weight: 2, arbitrary: fc.stringMatching(/^[\p{L}\p{M}\p{N}'’".,?!:;()[\]-]{1,10}$/u) },
)
const utterance = fc.array(spoken, { minLength: 1, maxLength: 40 }).map((it) => it.join(' '))

test('no word of a transcript is dropped, added or moved', () => {
  const lines = fc.array(fc.tuple(fc.constantFrom(1 as const, 2 as const, 3 as const), utterance), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(lines, (said) => {
      const words = wordsOf(said.map(([, text]) => text).join(' '))
      expect(wordsOf(withoutNames(formatConversation(raw(...said))))).toEqual(words)
    }),
    { numRuns: 500 },
  )
})

test('no word is dropped, added or moved in text that is not a transcript', () => {
  fc.assert(
    fc.property(fc.array(utterance), (lines) => {
      expect(wordsOf(formatConversation(lines.join('\n')))).toEqual(wordsOf(lines.join(' ')))
    }),
  )
})

// Repeated prefixes of the patterns, which could cause exponential backtracking.
test.each([
  ...['a. ', '."', 'A1中', '[00:00:00] a: b\n', 'so, ', 'what makes ', 'how a b do ', 'mr. '],
  '[00:00:00] a: what do you feel?\n[00:00:00] b: y\n',
])('time grows with the length of the text: %j', (fragment) => {
  const of = (size: number) =>
    `[00:00:00] Speaker 1: hello\n[00:00:00] Speaker 2: ${fragment.repeat(size / fragment.length)}`
  const [short, long] = [of(100_000), of(400_000)]
  formatConversation(short)
  const once = Math.max(
    measureWork(() => formatConversation(short)),
    20,
  )
  expect(measureWork(() => formatConversation(long))).toBeLessThan(12 * once)
})
