import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { runFfmpeg } from '../../platform/media/ffmpeg.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { createLoudnessMeter, stepSeconds } from './audio/loudness.ts'
import type { Transcript } from './transcriber.ts'

/** Mean power of each step (`stepSeconds`): left is the microphone, right the call. */
export type Sides = { left: readonly number[]; right: readonly number[] }
type Side = keyof Sides

/** Steps below this part of the loudest one of a line are pauses. */
const quiet = 0.01
/** A side is louder from 1.5 dB on, and has the line if it is louder for two thirds of it. */
const louder = 1.4
const minShare = 2 / 3

/**
 * Gives each line to the side that is louder over its time; a line of both stays as the model said. A side is one speaker, but
 * with more than two `speakers` its voices stay apart.
 */
export function separateSides(
  { segments, warnings, ...transcript }: Transcript,
  sides: Sides,
  speakers: number,
): Transcript {
  const lines = segments.map((line) => ({ line, side: findSide(line, sides) }))
  if (lines.every(({ side }) => side === undefined)) return { ...transcript, segments, warnings }
  const seconds: Record<Side, Map<string, number>> = { left: new Map(), right: new Map() }
  for (const { line, side } of lines)
    if (side) addTo(seconds[side], line.speaker, line.end - line.start)
  const usual = (speaker: string): Side | undefined => {
    const [left, right] = [seconds.left.get(speaker) ?? 0, seconds.right.get(speaker) ?? 0]
    return left === right ? undefined : left > right ? 'left' : 'right'
  }
  /** The speaker that the model heard most on a side. */
  const main = (side: Side) =>
    [...seconds[side]]
      .filter(([speaker]) => usual(speaker) === side)
      .toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? side
  const voices = lines.map(({ line: { speaker }, side = usual(speaker) }) => {
    if (!side) return speaker
    if (speakers <= 2) return side
    return usual(speaker) === side ? speaker : main(side)
  })
  const order = [...new Set(voices)]
  return {
    ...transcript,
    segments: segments.map((line, index) => ({
      ...line,
      speaker: `Speaker ${order.indexOf(voices[index] ?? '') + 1}`,
    })),
    warnings: warnings.filter((it) => it !== 'SPEAKERS_UNCERTAIN' || speakers > 2),
  }
}

const addTo = (sums: Map<string, number>, key: string, value: number) =>
  sums.set(key, (sums.get(key) ?? 0) + value)

function findSide({ start, end }: Segment, { left, right }: Sides): Side | undefined {
  const from = Math.floor(start / stepSeconds)
  const steps = Array.from(
    { length: Math.max(1, Math.ceil(end / stepSeconds) - from) },
    (_, index) => ({ left: left[from + index] ?? 0, right: right[from + index] ?? 0 }),
  )
  const loudest = steps.reduce((max, it) => Math.max(max, it.left, it.right), 0)
  const spoken = steps.filter((it) => Math.max(it.left, it.right) > quiet * loudest)
  const count = (one: Side, other: Side) =>
    spoken.filter((it) => it[one] > louder * it[other]).length
  const enough = Math.max(1, minShare * spoken.length)
  if (count('left', 'right') >= enough) return 'left'
  if (count('right', 'left') >= enough) return 'right'
  return undefined
}

/** For loudness, telephone quality is enough. */
const sampleRate = 8000
const frameBytes = 4

/** On the timeline of the video. Throws Unavailable. */
export async function measureSides(path: string, signal: AbortSignal): Promise<Sides> {
  const meters = { left: createLoudnessMeter(sampleRate), right: createLoudnessMeter(sampleRate) }
  const { stdout, done } = runFfmpeg({
    input: path,
    args: [
      ...['-map', '0:a:0', '-af', `aresample=${sampleRate}:async=1:first_pts=0`],
      ...['-ac', '2', '-ar', String(sampleRate), '-f', 's16le'],
    ],
    signal,
  })
  let rest = Buffer.alloc(0)
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, chunk])
      const frames = Math.floor(bytes.length / frameBytes)
      const read = (offset: number) =>
        Int16Array.from({ length: frames }, (_, at) => bytes.readInt16LE(at * frameBytes + offset))
      meters.left.push(read(0))
      meters.right.push(read(2))
      rest = bytes.subarray(frames * frameBytes)
    }
  } catch {
    // `done` says why it ended.
  }
  const { code, stderr } = await done
  signal.throwIfAborted()
  if (code === null) throw new Unavailable(`The sound cannot be read: ${stderr}`)
  return { left: meters.left.heard().track, right: meters.right.heard().track }
}
