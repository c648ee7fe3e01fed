import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { tokenize } from '#contract/rules/words.ts'
import { commonWords } from '#contract/rules/common-words.ts'

type Run = { text: string; isOther: boolean }
/** A line of one version with its differences from the other. */
export type ComparedLine = { start: number; speaker: string; isOtherSpeaker: boolean; runs: Run[] }
/** Corresponding lines, which start with the same word in both versions. */
export type Passage = { before: ComparedLine[]; after: ComparedLine[]; isSame: boolean }

type Comparison = {
  passages: Passage[]
  /** Renamed speakers; a rename alone is no difference. */
  renamed: (readonly [from: string, to: string])[]
}

/** Aligns two versions of a transcript where both start a line with the same word. */
export function compareLines(before: readonly Segment[], after: readonly Segment[]): Comparison {
  const [old, fresh] = [listPlaces(before), listPlaces(after)]
  const pairs = commonWords(
    old.map(({ token }) => token),
    fresh.map(({ token }) => token),
  )
  const names = pickNames(pairs.map(([i, j]) => [old[i]?.speaker ?? '', fresh[j]?.speaker ?? '']))
  const oldLines = compared(
    before,
    old,
    new Map(pairs),
    (at, speaker) => fresh[at]?.speaker !== names.get(speaker),
  )
  const freshLines = compared(
    after,
    fresh,
    new Map(pairs.map(([i, j]) => [j, i])),
    (at, speaker) => names.get(old[at]?.speaker ?? '') !== speaker,
  )

  const cuts = pairs
    .filter(([i, j]) => isLineStart(old, i) && isLineStart(fresh, j))
    .map(([i, j]) => [old[i]?.line ?? 0, fresh[j]?.line ?? 0] as const)
  const passages: Passage[] = []
  let [fromOld, fromFresh] = [0, 0]
  for (const [toOld, toFresh] of [...cuts, [before.length, after.length] as const]) {
    if (toOld === fromOld && toFresh === fromFresh) continue
    const lines = {
      before: oldLines.slice(fromOld, toOld),
      after: freshLines.slice(fromFresh, toFresh),
    }
    passages.push({ ...lines, isSame: areSame(lines) })
    fromOld = toOld
    fromFresh = toFresh
  }
  return { passages, renamed: [...names].filter(([from, to]) => from !== to) }
}

type Place = { line: number; speaker: string; token: string }
const listPlaces = (segments: readonly Segment[]) =>
  segments.flatMap(({ text, speaker }, line) =>
    tokenize(text).map((token): Place => ({ line, speaker, token })),
  )
const isLineStart = (places: readonly Place[], at: number) =>
  places[at]?.line !== places[at - 1]?.line

/** The name of each speaker in the later version, by most of their common words. */
function pickNames(speakers: readonly (readonly [string, string])[]) {
  const counts = new Map<string, Map<string, number>>()
  for (const [from, to] of speakers) {
    const of = counts.get(from) ?? new Map<string, number>()
    counts.set(from, of.set(to, (of.get(to) ?? 0) + 1))
  }
  return new Map(
    [...counts].map(([from, of]) => {
      const [most] = [...of].toSorted(([, one], [, other]) => other - one)
      return [from, most?.[0] ?? from] as const
    }),
  )
}

/** Lines with the words that the other version lacks; `isOther`: whether a common word has another speaker there. */
function compared(
  segments: readonly Segment[],
  places: readonly Place[],
  pairOf: ReadonlyMap<number, number>,
  isOther: (at: number, speaker: string) => boolean,
) {
  const lines = segments.map(({ start, speaker }): ComparedLine => ({
    start,
    speaker,
    isOtherSpeaker: false,
    runs: [],
  }))
  for (const [at, { line, speaker, token }] of places.entries()) {
    const pair = pairOf.get(at)
    const it = lines[line]
    if (!it) continue
    if (pair !== undefined && isOther(pair, speaker)) it.isOtherSpeaker = true
    const last = it.runs.at(-1)
    if (last?.isOther === (pair === undefined)) last.text += ` ${token}`
    else it.runs.push({ text: token, isOther: pair === undefined })
  }
  return lines
}

const areSame = ({ before, after }: Pick<Passage, 'before' | 'after'>) =>
  before.length === after.length &&
  [...before, ...after].every(
    (line) => !line.isOtherSpeaker && line.runs.every((run) => !run.isOther),
  )
