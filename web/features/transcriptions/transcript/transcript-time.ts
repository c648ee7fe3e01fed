import type { Segment } from '#contract/transcriptions.ts'

/** Index of the segment that is spoken at `time` in seconds, or the last one before it; -1 before the first. */
export function segmentIndexAt(segments: readonly Pick<Segment, 'start'>[], time: number) {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.start ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
