import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clustersAt, joinNearest } from './clustering.ts'
import { diarize, type EmbeddedWindow } from './diarizer.ts'

const dimensions = 32

/** Reproducible pseudo-random numbers around 0. */
function noise(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** Windows of synthetic voices: each entry is a piece of speech, as [speaker, windows]. */
function talk(pieces: [number, number][], blur = 0.4, seed = 1) {
  const random = noise(seed)
  let at = 0
  const heard: EmbeddedWindow[] = []
  const truth: number[] = []
  for (const [piece, [speaker, windows]] of pieces.entries()) {
    for (let i = 0; i < windows; i++) {
      const voice = Float32Array.from(
        { length: dimensions },
        (_, k) => (k === speaker ? 1 : 0) + blur * random(),
      )
      heard.push({ piece, start: at, end: at + 0.25, frames: 120, voice })
      truth.push(speaker)
      at += 0.25
    }
    at += 0.3
  }
  return { heard, truth }
}

const alternating = (turns: number, speakers: number) =>
  Array.from({ length: turns }, (_, i): [number, number] => [i % speakers, 6 + ((i * 5) % 9)])

/** The detected speaker of each window. */
const found = ({ turns }: ReturnType<typeof diarize>, heard: EmbeddedWindow[]) =>
  heard.map(
    ({ start, end }) => turns.find((turn) => turn.start <= start && turn.end >= end)?.speaker,
  )

/** Whether two labellings are the same up to renumbering. */
const isSamePartition = (a: (number | undefined)[], b: number[]) =>
  new Set(a.map((it, i) => `${it}-${b[i]}`)).size === new Set(b).size &&
  new Set(a).size === new Set(b).size

it.each([1, 2, 3, 4, 5, 6])('separates %i voices, with or without their number', (voices) => {
  const { heard, truth } = talk(alternating(24, voices))
  for (const result of [diarize(heard), diarize(heard, voices)]) {
    expect(isSamePartition(found(result, heard), truth)).toBe(true)
    expect(result.isUncertain).toBe(false)
  }
})

it('detects at most six voices unless the number is given', () => {
  const { heard } = talk(alternating(40, 8))
  const speakers = (result: ReturnType<typeof diarize>) =>
    new Set(result.turns.map(({ speaker }) => speaker)).size
  expect(speakers(diarize(heard))).toBe(6)
  expect(speakers(diarize(heard, 8))).toBe(8)
})

it('covers every window in order without overlap', () => {
  const { heard } = talk(alternating(10, 2))
  const { turns } = diarize(heard, 2)
  expect(turns.length).toBeGreaterThan(1)
  expect(turns[0]?.start).toBe(heard[0]?.start)
  expect(turns.at(-1)?.end).toBe(heard.at(-1)?.end)
  for (const [i, turn] of turns.entries())
    if (i > 0) expect(turn.start).toBeGreaterThanOrEqual(turns[i - 1]!.end)
})

it('does not detect a cough as a speaker', () => {
  const { heard, truth } = talk([...alternating(30, 2), [9, 2], ...alternating(30, 2)])
  const speakers = found(diarize(heard, 2), heard)
  const ofTwo = truth.flatMap((speaker, i) => (speaker < 2 ? [i] : []))
  expect(
    isSamePartition(
      ofTwo.map((i) => speakers[i]),
      ofTwo.map((i) => truth[i]!),
    ),
  ).toBe(true)
})

it('is uncertain about a second voice in a monologue', () => {
  const { heard } = talk(alternating(20, 1), 0.15)
  expect(diarize(heard, 2).isUncertain).toBe(true)
  expect(diarize(heard).isUncertain).toBe(false)
})

it.each([0, 1, 2, 3])('works with %i windows', (windows) => {
  const { heard } = talk(windows ? [[0, windows]] : [])
  const { turns } = diarize(heard, 2)
  const seconds = turns.reduce((sum, { start, end }) => sum + end - start, 0)
  expect(seconds).toBeCloseTo(windows * 0.25)
})

it('clusters a sample of a long recording', () => {
  const { heard, truth } = talk(alternating(800, 2))
  expect(heard.length).toBeGreaterThan(6000)
  expect(isSamePartition(found(diarize(heard, 2), heard), truth)).toBe(true)
})

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
  .map((values) => Float32Array.from(values))

it('joins all vectors into one cluster, and cuts it into the requested number', () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 20 }), fc.nat(20), (vectors, cut) => {
      const joins = joinNearest(vectors)
      expect(joins).toHaveLength(vectors.length - 1)
      const clusters = clustersAt(vectors.length, joins, cut + 1)
      expect(clusters).toHaveLength(Math.min(cut + 1, vectors.length))
      expect(clusters.flat().toSorted((a, b) => a - b)).toEqual([...vectors.keys()])
    }),
  )
})
