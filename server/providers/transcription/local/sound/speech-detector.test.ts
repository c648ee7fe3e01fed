import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../../../platform/config/config.ts'
import { modelPaths } from '../model-sources.ts'
import { ensureModels } from '../models.ts'
import { decode } from './pcm.ts'
import {
  createJoiner,
  createSpeechDetector,
  joinShortPauses,
  type Piece,
} from './speech-detector.ts'

const { modelsDir } = readConfig(process.env)
// Downloaded once per machine: 165 MB.
beforeAll(() => ensureModels(modelsDir), 600_000)

it('finds the first words after a minute of music', async () => {
  const file = new URL('../../../../test/media/music-then-speech.mp4', import.meta.url)
  const detector = createSpeechDetector(modelPaths(modelsDir).vad)
  const pieces: Piece[] = []
  for await (const samples of decode(fileURLToPath(file))) pieces.push(...detector.push(samples))
  pieces.push(...detector.end())
  expect(pieces).toHaveLength(2)
  expect(pieces[1]?.start).toBeCloseTo(65.3, 1)
}, 600_000)

const stretches = (pieces: Piece[]) => {
  const speech = createJoiner()
  return [...pieces.flatMap((piece) => speech.add(piece)), ...speech.end()]
}
const spans = (pieces: Piece[]) => stretches(pieces).map(({ start, end }) => [start, end])

it('joins pieces of speech across pauses of up to a second', () => {
  const pieces = [
    { start: 1, end: 2 },
    { start: 2.9, end: 3 },
    { start: 4.5, end: 5 },
  ]
  expect(spans(pieces)).toEqual([
    [1, 3],
    [4.5, 5],
  ])
  expect(stretches(pieces).map((it) => it.pieces.length)).toEqual([2, 1])
})

it('limits the length of a stretch and splits it at the widest pause of its second half', () => {
  const speech = [0, 3, 6, 9, 12, 15, 18, 21].map((start) => ({ start, end: start + 2.9 }))
  const pieces = speech.map((it) => (it.start === 9 ? { start: 9, end: 11.5 } : it))
  expect(spans(pieces)).toEqual([
    [0, 11.5],
    [12, 23.9],
  ])
})

it('does not split a single long piece', () => {
  expect(spans([{ start: 0, end: 20 }])).toEqual([[0, 20]])
})

it('completes a stretch once a silence has begun', () => {
  const speech = createJoiner()
  speech.add({ start: 1, end: 2 })
  expect(speech.endBefore(2.9)).toEqual([])
  expect(speech.endBefore(3.1)).toMatchObject([{ start: 1, end: 2 }])
  expect(speech.endBefore(9)).toEqual([])
})

it('merges the pieces of a stretch across shorter pauses', () => {
  const pieces = [
    { start: 1, end: 2 },
    { start: 2.2, end: 3 },
    { start: 3.5, end: 4 },
  ]
  expect(joinShortPauses(pieces, 0.3)).toEqual([
    { start: 1, end: 3 },
    { start: 3.5, end: 4 },
  ])
  expect(pieces[0]).toEqual({ start: 1, end: 2 })
})
