import { maxVoices } from '#contract/transcriptions.ts'
import { cosine, direction } from './clustering.ts'

/** What is taken for one speaker: the voice in each quarter of a second of theirs. */
export type Group = Float32Array[]

// Nobody sounds quite the same all the time: of one voice alone, some sounds are always apart from the rest, but few.
// So the less there is of a voice, the less it may be like another one and still count as a voice of its own.

/** Who is heard for less than three seconds is nobody of their own. */
const leastWindows = 12
/** From so many windows, and so large a part of the two, likeness alone decides. */
const enoughWindows = 60
const leastPart = 0.05
const enoughPart = 0.25
/** The cosine above which two groups are one voice, where there is least and where there is enough of both. */
const oneVoice = { least: 0.6, enough: 0.78 }
/** A decision this near to its limit may well be wrong. */
const doubt = 0.05

/**
 * Joins those groups that are one voice, the clearest case first: until there are `voices` of them, or, where nobody
 * knows how many people speak, until the rest are voices of their own.
 */
export function joinAlike(given: Group[], voices?: number) {
  let groups = given.filter((group) => group.length > 0)
  let closest = Infinity
  for (;;) {
    const pair = mostAlike(groups)
    if (!pair) return { groups, isUncertain: closest < doubt || groups.length < (voices ?? 0) }
    const isAsked = voices !== undefined || groups.length > maxVoices
    if (!isAsked) closest = Math.min(closest, Math.abs(pair.excess))
    const isDone = voices === undefined ? !isAsked && pair.excess < 0 : groups.length <= voices
    if (isDone) return { groups, isUncertain: pair.excess > -doubt || closest < doubt }
    groups = [
      ...groups.filter((group) => group !== pair.one && group !== pair.other),
      [...pair.one, ...pair.other],
    ]
  }
}

/** The two groups that are furthest above their limit, or undefined of fewer than two. */
function mostAlike(groups: Group[]) {
  const voices = groups.map(direction)
  const pairs = groups.flatMap((one, i) =>
    groups.slice(0, i).map((other, j) => ({
      one,
      other,
      excess: cosine(voices[i]!, voices[j]!) - limit(one.length, other.length),
    })),
  )
  return pairs.toSorted((a, b) => b.excess - a.excess)[0]
}

/** The cosine above which two groups of so many windows are one voice. */
function limit(one: number, other: number) {
  const less = Math.min(one, other)
  if (less < leastWindows) return -1
  const share = Math.min(
    (less - leastWindows) / (enoughWindows - leastWindows),
    (less / (one + other) - leastPart) / (enoughPart - leastPart),
  )
  return oneVoice.least + (oneVoice.enough - oneVoice.least) * Math.min(1, Math.max(0, share))
}
