import type { Turn } from './diarizer.ts'

type Span = { start: number; end: number }

/** Words closer than this belong together. */
const breathSeconds = 0.15

/** Assigns each word to the turn that is nearest to its middle. */
export function assignSpeakersToWords<W extends Span>(words: readonly W[], turns: readonly Turn[]) {
  let at = 0
  return words.map((word) => {
    const middle = (word.start + word.end) / 2
    const distance = (turn: Turn | undefined) =>
      turn ? Math.max(turn.start - middle, middle - turn.end, 0) : Infinity
    // Words and turns are sorted, and turns do not overlap.
    while (distance(turns[at + 1]) < distance(turns[at])) at++
    return { ...word, speaker: turns[at]?.speaker ?? 0 }
  })
}

/** Assigns a single word within the speech of another speaker to that speaker. */
export function smoothSpeakers<W extends Span & { speaker: number }>(words: readonly W[]) {
  const result = [...words]
  for (const [index, word] of result.entries()) {
    const before = result[index - 1]
    const next = result[index + 1]
    if (!before || !next || before.speaker !== next.speaker) continue
    if (word.start - before.end < breathSeconds && next.start - word.end < breathSeconds)
      result[index] = { ...word, speaker: before.speaker }
  }
  return result
}
