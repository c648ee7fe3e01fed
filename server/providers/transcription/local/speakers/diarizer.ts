import { clustersAt, cosine, direction, joinNearest } from './clustering.ts'
import { framesPerSecond } from './mfcc.ts'
import { mergeSimilarSpeakers } from './merge-speakers.ts'
import type { SpeakerModel } from './xvector.ts'

/** In seconds. `speaker`: from 0 in arbitrary order. */
export type Turn = { start: number; end: number; speaker: number }
export type Diarization = {
  turns: Turn[]
  /** Either the number of speakers or who speaks is uncertain. */
  isUncertain: boolean
}
/** The voice embedding of a short window of speech. */
export type EmbeddedWindow = {
  piece: number
  start: number
  end: number
  frames: number
  voice: Float32Array
}

const windowFrames = 1.2 * framesPerSecond
const hopFrames = 0.25 * framesPerSecond
/** Shortest piece of which the voice can be recognized. */
const minFrames = 20

/** Stores 128 numbers per quarter of a second: 7 MB per hour. */
export function createDiarizer(model: SpeakerModel) {
  const heard: EmbeddedWindow[] = []
  let pieces = 0
  return {
    /** Adds speech without a pause: 16 kHz samples, `start` in seconds. */
    add(start: number, samples: Int16Array) {
      const frames = model.frames(samples)
      const piece = pieces++
      if (frames.count < minFrames) return
      const count = Math.max(1, Math.floor(frames.count / hopFrames))
      for (let i = 0; i < count; i++) {
        const middle = i * hopFrames + Math.floor(hopFrames / 2)
        const to = Math.min(frames.count, Math.max(0, middle - windowFrames / 2) + windowFrames)
        const from = Math.max(0, to - windowFrames)
        heard.push({
          piece,
          start: start + (i * hopFrames) / framesPerSecond,
          end:
            i === count - 1
              ? start + samples.length / 16_000
              : start + ((i + 1) * hopFrames) / framesPerSecond,
          frames: to - from,
          voice: model.voice(frames, from, to),
        })
      }
    },
    finish: (voices?: number) => diarize(heard, voices),
  }
}

/** Maximum windows to cluster; clustering is quadratic. */
const maxSample = 1200
const rounds = 3

/** Detects the speakers: at most `voices` of them, or as many as the voices suggest. */
export function diarize(heard: EmbeddedWindow[], voices?: number): Diarization {
  if (heard.length === 0) return { turns: [], isUncertain: false }
  const many = assignWindows(heard, startingVoices(heard, voices ?? 1))
  const { groups, isUncertain } = mergeSimilarSpeakers(
    heard.map(({ voice }) => voice),
    many,
    voices,
  )
  const path = assignWindows(
    heard,
    groups.map(({ windows }) => direction(windows)),
  )
  return { turns: toTurns(heard, path), isUncertain }
}

/** The speaker of each window, after refining the voices. */
function assignWindows(heard: EmbeddedWindow[], start: Float32Array[]) {
  let voices = start
  let path: number[] = []
  for (let round = 0; round < rounds; round++) {
    path = likeliestPath(heard, voices)
    voices = voices.map((voice, speaker) => {
      const own = heard.filter((_, index) => path[index] === speaker)
      return own.length ? direction(own.map((it) => it.voice)) : voice
    })
  }
  return path
}

/** More than there are speakers: `mergeSimilarSpeakers` reduces them. */
const candidates = 8
/** Smaller clusters are noise, laughter and cross-talk. */
const minShare = 0.02
const maxClusters = 40

/** The cut with the most clusters above `minShare`, or clusters of any size if there are fewer than `least`. */
function startingVoices(heard: EmbeddedWindow[], least: number) {
  const sample = spread(independent(heard), maxSample)
  const joins = joinNearest(sample.map((it) => it.voice))
  const enough = Math.max(2, sample.length * minShare)
  let chosen = clustersAt(sample.length, joins, 1)
  for (let count = 2; count <= maxClusters && chosen.length < candidates; count++) {
    const clusters = clustersAt(sample.length, joins, count).filter((it) => it.length >= enough)
    if (clusters.length > chosen.length) chosen = clusters
  }
  if (chosen.length < least) chosen = clustersAt(sample.length, joins, least)
  return chosen.map((members) => direction(members.map((index) => sample[index]!.voice)))
}

/** Full windows that overlap by at most half, if there are enough of them. */
function independent(heard: EmbeddedWindow[]) {
  const step = Math.round(windowFrames / 2 / hopFrames)
  const filled = heard.filter((it, index) => index % step === 0 && it.frames >= windowFrames * 0.8)
  return filled.length < 4 ? heard : filled
}

const spread = (heard: EmbeddedWindow[], max: number) =>
  heard.length <= max
    ? heard
    : Array.from({ length: max }, (_, i) => heard[Math.floor((i * heard.length) / max)]!)

// Weights against the change costs: a change of speaker is likelier at a pause than within a piece of speech.
const likeness = 10
const changeInPiece = 3
const changeInPause = 0.5

/** Maximizes similarity minus change costs (Viterbi). */
function likeliestPath(heard: EmbeddedWindow[], voices: Float32Array[]) {
  const speakers = [...voices.keys()]
  let score = speakers.map(() => 0)
  let piece: number | undefined
  const cameFrom = heard.map((it) => {
    const cost = it.piece === piece ? changeInPiece : changeInPause
    const best = indexOfMax(score)
    const from = speakers.map((k) => (score[best]! - cost > score[k]! ? best : k))
    score = speakers.map(
      (k) => Math.max(score[k]!, score[best]! - cost) + likeness * cosine(it.voice, voices[k]!),
    )
    piece = it.piece
    return from
  })
  let speaker = indexOfMax(score)
  const path = cameFrom.toReversed().map((from) => {
    const here = speaker
    speaker = from[here]!
    return here
  })
  return path.toReversed()
}

const indexOfMax = (values: number[]) => values.indexOf(Math.max(...values))

function toTurns(heard: EmbeddedWindow[], path: number[]) {
  const turns: (Turn & { piece: number })[] = []
  for (const [index, { piece, start, end }] of heard.entries()) {
    const speaker = path[index]!
    const last = turns.at(-1)
    if (last && last.piece === piece && last.speaker === speaker) last.end = end
    else turns.push({ piece, start, end, speaker })
  }
  return turns.map(({ start, end, speaker }): Turn => ({ start, end, speaker }))
}
