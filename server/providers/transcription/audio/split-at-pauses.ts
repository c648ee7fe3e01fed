import { stepSeconds } from './loudness.ts'

/** A part of a recording, in seconds. */
export type TimeRange = { start: number; end: number }

/** A cut lies in the middle of so much quiet: the closure inside of a word is shorter, and the word around it loud. Seconds. */
const quietSeconds = 0.4
/** The quietest place is looked for in so much before the limit. Seconds. */
const lookBackSeconds = 90

/**
 * Cuts a recording of so many seconds into stretches of `atMost`, each time at the quietest place near the limit; of
 * several the last. Together they are the recording, without a gap.
 */
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

/** The middle of the quietest window that lies between two moments. */
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
