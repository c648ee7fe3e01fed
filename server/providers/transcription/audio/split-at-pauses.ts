import { stepSeconds } from './loudness.ts'

/** In seconds. */
export type TimeRange = { start: number; end: number }

/** Longer than the closures within words. */
const quietSeconds = 0.4
/** The range before the limit in which to search for a pause. */
const lookBackSeconds = 90

/** Splits a recording into ranges of at most `atMost` seconds, at the quietest point before each limit. */
export function splitAtPauses(
  track: readonly number[],
  duration: number,
  atMost: number,
): TimeRange[] {
  const sums = [0]
  for (const power of track) sums.push(sums.at(-1)! + power)
  const stretches: TimeRange[] = []
  let start = 0
  while (duration - start > atMost) {
    const end = quietestIn(
      sums,
      Math.max(start + atMost / 2, start + atMost - lookBackSeconds),
      start + atMost,
    )
    stretches.push({ start, end })
    start = end
  }
  return [...stretches, { start, end: duration }]
}

/** The middle of the quietest window. */
function quietestIn(sums: readonly number[], from: number, to: number) {
  const width = Math.round(quietSeconds / stepSeconds)
  const first = Math.ceil(from / stepSeconds)
  const last = Math.min(Math.floor(to / stepSeconds), sums.length - 1) - width
  let best = last
  for (let at = last; at >= first; at--) if (sumAt(at) < sumAt(best)) best = at
  return (best + width / 2) * stepSeconds

  function sumAt(at: number) {
    return (sums[at + width] ?? 0) - (sums[at] ?? 0)
  }
}
