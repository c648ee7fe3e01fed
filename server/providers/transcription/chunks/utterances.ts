import type { Turn } from '../local/speakers/diarizer.ts'
import type { TimeRange } from '../audio/split-at-pauses.ts'

/** What one says with no longer pause is one speech, up to so long. Seconds. */
const longestPause = 0.7
const longest = 25
/** A service that hears the beginning and the end of a word understands it better. Seconds. */
const margin = 0.1

/** What is said in a stretch without somebody else in between: each by itself, none in two. */
export function utterancesOf(turns: readonly Turn[], stretch: TimeRange): TimeRange[] {
  const speeches: Turn[] = []
  for (const turn of turns) {
    if (turn.end <= stretch.start || turn.start >= stretch.end) continue
    const last = speeches.at(-1)
    const isOne =
      last?.speaker === turn.speaker &&
      turn.start - last.end < longestPause &&
      turn.end - last.start < longest
    if (isOne) last.end = turn.end
    else speeches.push({ ...turn })
  }
  return speeches.map(({ start, end }, index) => ({
    start: Math.max(stretch.start, speeches[index - 1]?.end ?? 0, start - margin),
    end: Math.min(stretch.end, speeches[index + 1]?.start ?? Infinity, end + margin),
  }))
}
