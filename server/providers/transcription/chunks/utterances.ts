import type { Turn } from '../local/speakers/diarizer.ts'
import type { TimeRange } from '../audio/split-at-pauses.ts'

const maxPauseSeconds = 0.7
const maxSeconds = 25
/** Added on both sides, because engines misrecognize words at the edges. */
const marginSeconds = 0.1

/** The speech of one speaker without a pause. */
export function findUtterances(turns: readonly Turn[], stretch: TimeRange): TimeRange[] {
  const utterances: Turn[] = []
  for (const turn of turns) {
    if (turn.end <= stretch.start || turn.start >= stretch.end) continue
    const last = utterances.at(-1)
    const isSame =
      last?.speaker === turn.speaker &&
      turn.start - last.end < maxPauseSeconds &&
      turn.end - last.start < maxSeconds
    if (isSame) last.end = turn.end
    else utterances.push({ ...turn })
  }
  return utterances.map(({ start, end }, index) => ({
    start: Math.max(stretch.start, utterances[index - 1]?.end ?? 0, start - marginSeconds),
    end: Math.min(stretch.end, utterances[index + 1]?.start ?? Infinity, end + marginSeconds),
  }))
}
