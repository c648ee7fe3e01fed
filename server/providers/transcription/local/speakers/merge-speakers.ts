import { maxVoices } from '#contract/transcriptions/transcriptions.ts'
import { cosine, direction } from './clustering.ts'

type Group = {
  speaker: number
  windows: Float32Array[]
  /** How often they begin to speak after another speaker. */
  visits: number
}

// A few sounds of a voice differ from its others, but not repeatedly. So the less speech a group has, the more it must
// differ from other groups to count as a speaker.

/** Three seconds. */
const minWindows = 12
const enoughWindows = 50
/** Share of the speech of both groups. Frequent visits count up to three times. */
const minPart = 0.05
const enoughPart = 0.25
const fewVisits = 2
const someVisits = 3
const manyVisits = 7
/** The cosine above which two groups are one speaker, with little and with much evidence for two. */
const sameVoice = { min: 0.6, max: 0.78 }
/** Distance to the limit within which a decision is uncertain. */
const uncertainty = 0.05

/** Merges similar speakers of `path`, most similar first, until there are `voices` or the rest differ enough. */
export function mergeSimilarSpeakers(
  windows: Float32Array[],
  path: readonly number[],
  voices?: number,
) {
  let joined = path
  let closest = Infinity
  for (;;) {
    const groups = groupWindows(windows, joined)
    const pair = findMostSimilarPair(groups)
    const isUncertain = closest < uncertainty || groups.length < (voices ?? 0)
    if (!pair) return { groups, isUncertain }
    const isAsked = voices !== undefined || groups.length > maxVoices
    if (!isAsked) closest = Math.min(closest, Math.abs(pair.excess))
    const isDone = voices === undefined ? !isAsked && pair.excess < 0 : groups.length <= voices
    if (isDone) return { groups, isUncertain: pair.excess > -uncertainty || closest < uncertainty }
    joined = joined.map((speaker) => (speaker === pair.one.speaker ? pair.other.speaker : speaker))
  }
}

function groupWindows(windows: Float32Array[], path: readonly number[]) {
  const groups = new Map<number, Group>()
  for (const [index, speaker] of path.entries()) {
    const group = groups.get(speaker) ?? { speaker, windows: [], visits: 0 }
    groups.set(speaker, group)
    group.windows.push(windows[index]!)
    if (path[index - 1] !== speaker) group.visits++
  }
  return [...groups.values()]
}

/** The pair that exceeds its limit the most. */
function findMostSimilarPair(groups: Group[]) {
  const voices = groups.map((group) => direction(group.windows))
  const pairs = groups.flatMap((one, i) =>
    groups.slice(0, i).map((other, j) => ({
      one,
      other,
      excess: cosine(voices[i]!, voices[j]!) - limit(one, other),
    })),
  )
  return pairs.toSorted((a, b) => b.excess - a.excess)[0]
}

/** The cosine above which two groups are one speaker. */
function limit(one: Group, other: Group) {
  const [less, more] = one.windows.length < other.windows.length ? [one, other] : [other, one]
  const count = less.windows.length
  if (count < minWindows) return -1
  const part = count / (count + more.windows.length)
  const returns = between(someVisits, less.visits, manyVisits)
  const share = Math.min(
    between(minWindows, count, enoughWindows),
    between(minPart, part * (1 + 2 * returns), enoughPart),
    (1 + between(fewVisits, less.visits, manyVisits)) / 2,
  )
  return sameVoice.min + (sameVoice.max - sameVoice.min) * share
}

/** Linear from 0 at `from` to 1 at `to`, clamped. */
const between = (from: number, value: number, to: number) =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))
