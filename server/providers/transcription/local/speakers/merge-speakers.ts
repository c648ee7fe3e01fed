import { maxVoices } from '#contract/transcriptions.ts'
import { cosine, direction } from './clustering.ts'

/** What is taken for one speaker. */
type Group = {
  speaker: number
  /** The voice in each quarter of a second of theirs. */
  windows: Float32Array[]
  /** How often they begin to speak after somebody else. */
  visits: number
}

// Nobody sounds quite the same all the time: some sounds of one voice are always apart from the rest, but few, and not
// again and again. So the less there is of a voice, the less it may be like another one and still count as its own.

/** Who is heard for less than three seconds is nobody of their own. */
const leastWindows = 12
const enoughWindows = 50
/** Of what the two say together. Who comes back often counts up to three times. */
const leastPart = 0.05
const enoughPart = 0.25
const fewVisits = 2
const someVisits = 3
const manyVisits = 7
/** The cosine above which two groups are one voice, where least and where most speaks for two. */
const oneVoice = { least: 0.6, most: 0.78 }
/** A decision this near to its limit may well be wrong. */
const doubt = 0.05

/**
 * Joins those speakers of `path` that are one voice, the clearest case first: until there are `voices` of them, or,
 * where nobody knows how many people speak, until the rest are voices of their own.
 */
export function mergeSimilarSpeakers(
  windows: Float32Array[],
  path: readonly number[],
  voices?: number,
) {
  let joined = path
  let closest = Infinity
  for (;;) {
    const groups = groupsOf(windows, joined)
    const pair = mostAlike(groups)
    const isUncertain = closest < doubt || groups.length < (voices ?? 0)
    if (!pair) return { groups, isUncertain }
    const isAsked = voices !== undefined || groups.length > maxVoices
    if (!isAsked) closest = Math.min(closest, Math.abs(pair.excess))
    const isDone = voices === undefined ? !isAsked && pair.excess < 0 : groups.length <= voices
    if (isDone) return { groups, isUncertain: pair.excess > -doubt || closest < doubt }
    joined = joined.map((speaker) => (speaker === pair.one.speaker ? pair.other.speaker : speaker))
  }
}

function groupsOf(windows: Float32Array[], path: readonly number[]) {
  const groups = new Map<number, Group>()
  for (const [index, speaker] of path.entries()) {
    const group = groups.get(speaker) ?? { speaker, windows: [], visits: 0 }
    groups.set(speaker, group)
    group.windows.push(windows[index]!)
    if (path[index - 1] !== speaker) group.visits++
  }
  return [...groups.values()]
}

/** The two groups that are furthest above their limit, or undefined of fewer than two. */
function mostAlike(groups: Group[]) {
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

/** The cosine above which two groups are one voice. */
function limit(one: Group, other: Group) {
  const [less, more] = one.windows.length < other.windows.length ? [one, other] : [other, one]
  const count = less.windows.length
  if (count < leastWindows) return -1
  const part = count / (count + more.windows.length)
  const returns = between(someVisits, less.visits, manyVisits)
  const share = Math.min(
    between(leastWindows, count, enoughWindows),
    between(leastPart, part * (1 + 2 * returns), enoughPart),
    (1 + between(fewVisits, less.visits, manyVisits)) / 2,
  )
  return oneVoice.least + (oneVoice.most - oneVoice.least) * share
}

/** 0 at `from` and below, 1 at `to` and above. */
const between = (from: number, value: number, to: number) =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))
