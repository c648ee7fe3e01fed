import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesError } from '#contract/sessions/transcripts.ts'
import {
  editLines,
  type EditLines,
  assignLines,
  joinLines,
  renameSpeaker,
  rewriteLine,
  toSegments,
  listSpeakers,
  splitLine,
  swapSpeakers,
} from './edit-lines.ts'

const segment = (start: number, speaker: string, text: string) => ({
  ...{ start, end: start + 2, speaker, text },
  words: text.split(' ').map((word, at) => ({
    ...{ start: start + at / 4, end: start + (at + 1) / 4, conf: 0.5 },
    word: word.toLowerCase(),
  })),
})
const lines = editLines([
  segment(0, 'Speaker 1', 'How are you?'),
  segment(2, 'Speaker 2', 'I am tired.'),
  segment(4, 'Speaker 1', 'I see.'),
])
const said = (of: EditLines) => of.map(({ speaker, text }) => `${speaker}: ${text}`)

test('a speaker is renamed in all lines, and merged with a speaker who has the new name', () => {
  expect(said(renameSpeaker(lines, 'Speaker 1', 'Coach'))).toEqual([
    'Coach: How are you?',
    'Speaker 2: I am tired.',
    'Coach: I see.',
  ])
  expect(listSpeakers(renameSpeaker(lines, 'Speaker 1', 'Speaker 2'))).toEqual(['Speaker 2'])
})

test('two speakers are swapped, and swapping again restores them', () => {
  const swapped = swapSpeakers(lines, 'Speaker 1', 'Speaker 2')
  expect(swapped.map(({ speaker }) => speaker)).toEqual(['Speaker 2', 'Speaker 1', 'Speaker 2'])
  expect(swapSpeakers(swapped, 'Speaker 1', 'Speaker 2')).toEqual(lines)
})

test('selected lines are assigned to a speaker', () => {
  expect(assignLines(lines, new Set([0, 1]), 'Anna').map(({ speaker }) => speaker)).toEqual([
    'Anna',
    'Anna',
    'Speaker 1',
  ])
})

test('an edit without effect returns the same lines', () => {
  expect(renameSpeaker(lines, 'Nobody', 'Anna')).toBe(lines)
  expect(assignLines(lines, new Set([1]), 'Speaker 2')).toBe(lines)
  expect(rewriteLine(lines, 1, ' I  am tired. ')).toBe(lines)
  expect(joinLines(lines, 2)).toBe(lines)
})

test('edits keep the identity of the other lines', () => {
  expect(rewriteLine(lines, 1, 'I am fine.')[0]).toBe(lines[0])
  expect(splitLine(lines, 1, 'I am tired.', 4)[3]).toBe(lines[2])
})

describe('a line', () => {
  test('is split at the cursor, each part with its words and times', () => {
    const [, upper, lower] = splitLine(lines, 1, 'I am tired.', 4)
    expect(upper).toMatchObject({ text: 'I am', start: 2, end: 2.5, speaker: 'Speaker 2' })
    expect(lower).toMatchObject({ text: 'tired.', start: 2.5, end: 4, speaker: 'Speaker 2' })
    expect(lower?.words).toEqual([{ start: 2.5, end: 2.75, word: 'tired.', conf: 0.5 }])
    expect(upper?.key).not.toBe(lower?.key)
  })
  test('is split within a word, and after it was rewritten', () => {
    const [, upper, lower] = splitLine(lines, 1, 'I am sotired.', 7)
    expect([upper?.text, lower?.text]).toEqual(['I am so', 'tired.'])
  })
  test('is not split at its ends', () => {
    expect(splitLine(lines, 1, 'I am tired.', 0)).toBe(lines)
    expect(splitLine(lines, 1, 'I am tired.', 11)).toBe(lines)
  })
  test('is joined with the next one, whose words keep their times', () => {
    const joined = joinLines(lines, 0)
    expect(said(joined)).toEqual(['Speaker 1: How are you? I am tired.', 'Speaker 1: I see.'])
    expect(joined[0]).toMatchObject({ start: 0, end: 4 })
    expect(joined[0]?.words.slice(3)).toEqual(lines[1]?.words)
  })
  test('is removed with its last word', () => {
    expect(said(rewriteLine(lines, 1, '  '))).toEqual([
      'Speaker 1: How are you?',
      'Speaker 1: I see.',
    ])
  })
  test('is unchanged after it is split and joined again', () => {
    const [, upper] = splitLine(lines, 1, 'I am tired.', 4)
    expect(joinLines(splitLine(lines, 1, 'I am tired.', 4), upper?.key ?? -1)[1]).toEqual(lines[1])
  })
})

const step = fc.oneof(
  fc.record({
    act: fc.constant('rename' as const),
    at: fc.nat(9),
    name: fc.constantFrom('Anna', 'Bo'),
  }),
  fc.record({
    act: fc.constant('swap' as const),
    at: fc.nat(9),
    name: fc.constantFrom('Anna', 'Bo'),
  }),
  fc.record({
    act: fc.constant('give' as const),
    at: fc.nat(9),
    name: fc.constantFrom('Anna', 'Bo'),
  }),
  fc.record({ act: fc.constant('split' as const), at: fc.nat(9), name: fc.constant('') }),
  fc.record({ act: fc.constant('join' as const), at: fc.nat(9), name: fc.constant('') }),
  fc.record({
    act: fc.constant('write' as const),
    at: fc.nat(9),
    name: fc.constantFrom('I see', 'so what, then', 'tired I am'),
  }),
)

function apply(before: EditLines, { act, at, name }: { act: string; at: number; name: string }) {
  const line = before[at % Math.max(1, before.length)]
  if (!line) return before
  const { key, speaker, text } = line
  if (act === 'rename') return renameSpeaker(before, speaker, name)
  if (act === 'swap') return swapSpeakers(before, speaker, name)
  if (act === 'give') return assignLines(before, new Set([key]), name)
  if (act === 'split') return splitLine(before, key, text, at + 1)
  return act === 'join' ? joinLines(before, key) : rewriteLine(before, key, name)
}

test('the server accepts lines after any edits, even if they overlap in time', () => {
  const spoken = fc.array(
    fc.record({
      start: fc.double({ min: 0, max: 20, noNaN: true }),
      length: fc.double({ min: 0, max: 5, noNaN: true }),
      text: fc.constantFrom('How are you?', 'I am tired.', 'Yes', 'I see , well'),
      hasWords: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(spoken, fc.array(step, { maxLength: 12 }), (parts, steps) => {
      const segments = parts.map(({ start, length, text, hasWords }) => ({
        ...(hasWords ? segment(start, 'Speaker 1', text) : { start, speaker: 'Speaker 1', text }),
        end: start + length,
      }))
      const end = steps.reduce<EditLines>(apply, editLines(segments))
      expect(linesError(toSegments(end))).toBeUndefined()
      expect(new Set(end.map(({ key }) => key)).size).toBe(end.length)
    }),
    { numRuns: 400 },
  )
})

test('an hour of speech keeps its words when lines are split and joined and speakers renamed and swapped', () => {
  const hour = editLines(
    Array.from({ length: 1000 }, (_, at) =>
      segment(at * 3.6, `Speaker ${at % 2}`, 'one two three four five six seven eight nine ten'),
    ),
  )
  let now: EditLines = hour
  for (let at = 0; at < 50; at++) now = joinLines(splitLine(now, at, now[at]?.text ?? '', 8), at)
  now = swapSpeakers(renameSpeaker(now, 'Speaker 1', 'Anna'), 'Anna', 'Speaker 0')
  expect(toSegments(now).map(({ text }) => text)).toEqual(hour.map(({ text }) => text))
  expect(new Set(toSegments(now).map(({ speaker }) => speaker))).toEqual(
    new Set(['Anna', 'Speaker 0']),
  )
})
