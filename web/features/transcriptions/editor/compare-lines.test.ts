import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLines } from './compare-lines.ts'

const line = (start: number, speaker: string, text: string) => ({
  start,
  end: start + 1,
  speaker,
  text,
})
const heard = [
  line(0, 'A', 'How are you?'),
  line(2, 'B', 'I am tyred. Very.'),
  line(4, 'A', 'I see.'),
]

test('equal versions are paired line by line, with nothing marked', () => {
  const { passages } = compareLines(heard, heard)
  expect(passages.map(({ isSame }) => isSame)).toEqual([true, true, true])
  expect(passages[1]?.after).toEqual([
    {
      start: 2,
      speaker: 'B',
      isOtherSpeaker: false,
      runs: [{ text: 'I am tyred. Very.', isOther: false }],
    },
  ])
})

test('changed words are marked on both sides, including case and punctuation', () => {
  const [, passage] = compareLines(heard, [
    heard.at(0) ?? line(9, 'C', ''),
    line(2, 'B', 'I am tired. very.'),
    heard.at(2) ?? line(9, 'C', ''),
  ]).passages
  expect(passage).toMatchObject({
    isSame: false,
    before: [
      {
        runs: [
          { text: 'I am', isOther: false },
          { text: 'tyred. Very.', isOther: true },
        ],
      },
    ],
    after: [
      {
        runs: [
          { text: 'I am', isOther: false },
          { text: 'tired. very.', isOther: true },
        ],
      },
    ],
  })
})

test('a split line is shown beside both of its parts, and a part of another speaker is marked', () => {
  const now = [
    heard.at(0) ?? line(9, 'C', ''),
    line(2, 'B', 'I am tyred.'),
    line(3, 'A', 'Very.'),
    heard.at(2) ?? line(9, 'C', ''),
  ]
  const [, passage] = compareLines(heard, now).passages
  expect(passage?.before).toHaveLength(1)
  expect(passage?.after.map((it) => [it.speaker, it.isOtherSpeaker])).toEqual([
    ['B', false],
    ['A', true],
  ])
})

test('a renamed speaker is listed once, and only lines moved to another speaker are marked', () => {
  const now = heard.map((it) => ({ ...it, speaker: it.speaker === 'A' ? 'Coach' : 'A' }))
  expect(compareLines(heard, now)).toMatchObject({
    renamed: [
      ['A', 'Coach'],
      ['B', 'A'],
    ],
    passages: [{ isSame: true }, { isSame: true }, { isSame: true }],
  })
  const given = now.with(2, line(4, 'A', 'I see.'))
  expect(compareLines(heard, given).passages.map(({ isSame }) => isSame)).toEqual([
    true,
    true,
    false,
  ])
})

test('both versions are shown completely', () => {
  const lines = fc.array(
    fc
      .tuple(
        fc.constantFrom('A', 'B'),
        fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 5 }),
      )
      .map(([speaker, words]) => line(0, speaker, words.join(' '))),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const { passages } = compareLines(before, after)
      const texts = (side: 'before' | 'after') =>
        passages.flatMap((it) =>
          it[side].map(({ speaker, runs }) => [speaker, runs.map(({ text }) => text).join(' ')]),
        )
      expect(texts('before')).toEqual(before.map((it) => [it.speaker, it.text]))
      expect(texts('after')).toEqual(after.map((it) => [it.speaker, it.text]))
    }),
  )
})
