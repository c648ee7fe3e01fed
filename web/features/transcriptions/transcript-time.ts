import type { Segment } from '#contract/transcriptions.ts'

/** Seconds as a player writes them: 1:05, 1:01:05. */
export function clock(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

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
