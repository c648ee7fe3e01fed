import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { spoken } from '../../test/fake-transcriber.ts'
import { recordedHere, withHole } from '../../test/recorded-here.ts'
import { stepSeconds } from './audio/loudness.ts'
import { measureSides, separateSides, type Sides } from './sides.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-sides-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Span = [start: number, end: number, power: number]

/** Twelve seconds with room noise on the left and nothing on the right, where no span is louder. */
function sound(left: Span[], right: Span[]): Sides {
  const track = (spans: Span[], noise: number) =>
    Array.from({ length: 12 / stepSeconds }, (_, step) => {
      const at = step * stepSeconds
      return spans.findLast(([start, end]) => at >= start && at < end)?.[2] ?? noise
    })
  return { left: track(left, 100), right: track(right, 0) }
}
const loud = 1_000_000

/** Who says each line, of [model's speaker, start, end]. */
function separate(lines: [string, number, number][], sides: Sides, speakers = 2) {
  const segments = lines.map(([speaker, start, end]) => ({ speaker, start, end, text: 'x' }))
  const separated = separateSides(
    { ...spoken, segments, warnings: ['SPEAKERS_UNCERTAIN'] },
    sides,
    speakers,
  )
  return { voices: separated.segments.map((it) => it.speaker), warnings: separated.warnings }
}

test('each line is given to the louder side, however quiet that side is otherwise', () => {
  const sides = sound(
    [
      [0, 2, loud],
      [4, 6, loud / 50],
    ],
    [
      [2, 4, loud],
      [6, 8, loud / 50],
    ],
  )
  const all = (speaker: string): [string, number, number][] =>
    [0, 2, 4, 6].map((start) => [speaker, start, start + 2])
  expect(separate(all('Speaker 1'), sides)).toEqual({
    voices: ['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2'],
    warnings: [],
  })
})

test('pauses with noise on one side do not count', () => {
  const sides = sound(
    [[6, 7, loud]],
    [
      [0, 1, loud],
      [3, 4, loud],
    ],
  )
  const lines: [string, number, number][] = [
    ['A', 0, 4],
    ['B', 6, 7],
    ['B', 0, 4],
  ]
  expect(separate(lines, sides).voices).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 1'])
})

test('loudspeakers, which the microphone hears 3 dB weaker, do not confuse the sides', () => {
  const sides = sound(
    [
      [0, 2, loud],
      [2, 4, loud / 2],
    ],
    [[2, 4, loud]],
  )
  expect(
    separate(
      [
        ['A', 0, 2],
        ['A', 2, 4],
      ],
      sides,
    ).voices,
  ).toEqual(['Speaker 1', 'Speaker 2'])
})

test('a line that both speak stays with whom the model heard', () => {
  const sides = sound(
    [
      [0, 2, loud],
      [4, 6, loud],
    ],
    [
      [2, 4, loud],
      [4, 6, loud],
    ],
  )
  const lines: [string, number, number][] = [
    ['A', 0, 2],
    ['B', 2, 4],
    ['B', 4, 6],
  ]
  expect(separate(lines, sides).voices).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 2'])
})

test('the same sound on both sides changes nothing', () => {
  const sides = sound([[0, 12, loud]], [[0, 12, loud]])
  expect(
    separate(
      [
        ['Speaker 2', 0, 2],
        ['Speaker 1', 2, 4],
      ],
      sides,
    ),
  ).toEqual({
    voices: ['Speaker 2', 'Speaker 1'],
    warnings: ['SPEAKERS_UNCERTAIN'],
  })
})

test('more than two speakers stay apart on their side', () => {
  const sides = sound([[0, 2, loud]], [[2, 12, loud]])
  const lines: [string, number, number][] = [
    ...([
      ['A', 0, 2],
      ['B', 2, 4],
      ['C', 4, 7],
    ] as [string, number, number][]),
    ['A', 7, 8],
  ]
  expect(separate(lines, sides, 3).voices).toEqual([
    ...['Speaker 1', 'Speaker 2', 'Speaker 3', 'Speaker 3'],
  ])
  expect(separate(lines, sides).voices).toEqual([
    ...['Speaker 1', 'Speaker 2', 'Speaker 2', 'Speaker 2'],
  ])
})

test('the sides of a recording are measured, holes included', async () => {
  const { signal } = new AbortController()
  const line = (start: number, end: number) => ({ speaker: 'A', text: 'x', start, end })
  const voices = async (file: string, segments: ReturnType<typeof line>[]) =>
    separateSides({ ...spoken, segments }, await measureSides(file, signal), 2).segments.map(
      (it) => it.speaker,
    )
  const apart = ['Speaker 1', 'Speaker 2']
  expect(await voices(recordedHere.webm, [line(0.1, 1.9), line(2.1, 3.9)])).toEqual(apart)
  expect(await voices(recordedHere.mp4, [line(0.1, 1.9), line(2.1, 3.9)])).toEqual(apart)
  const slept = await withHole(3, path.join(folder, 'slept.webm'))
  expect(await voices(slept, [line(0.1, 1.9), line(5.1, 6.9)])).toEqual(apart)
})
