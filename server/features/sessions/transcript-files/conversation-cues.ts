import { type Spoken, spokenAt, parseTurns } from '#contract/rules/conversation-turns.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { toSentences } from '../../../providers/transcript/sentences.ts'
import type { DocumentLine } from './transcript-document.ts'

/** Duration in seconds of a sentence with an unknown end, and the minimum. */
const defaultSeconds = 4
const minSeconds = 0.1

/**
 * Subtitles of a conversation, sentence by sentence, timed by the words that the raw transcript shares with it and
 * interpolated in between. Cues do not overlap. Empty if no word has a time.
 */
export function conversationCues(text: string, segments: readonly Segment[]): DocumentLine[] {
  const sentences = parseTurns(text, segments).flatMap(({ speaker, text: turn }) =>
    toSentences(turn).map((sentence) => ({ speaker, text: sentence })),
  )
  const spoken = spokenAt(
    sentences.map((it) => it.text),
    segments,
  )
  if (!spoken.some(isTimed)) return []
  const starts = findStarts(spoken)
  return sentences.map((it, index) => {
    const start = starts[index] ?? 0
    const end = Math.max(spoken[index]?.end ?? start + defaultSeconds, start + minSeconds)
    return { ...it, start, end: Math.min(end, starts[index + 1] ?? end) }
  })
}

const isTimed = (it: Spoken): it is { start: number; end: number } => it.end !== null

function findStarts(spoken: readonly Spoken[]) {
  const starts: number[] = []
  /** End of the latest timed sentence, and the number of untimed ones since. */
  let lastEnd = 0
  let untimed = 0
  const add = (start: number) =>
    starts.push(Math.max(start, (starts.at(-1) ?? -minSeconds) + minSeconds))
  for (const it of spoken) {
    if (!isTimed(it)) {
      untimed++
      continue
    }
    for (let at = 0; at < untimed; at++) add(lastEnd + ((it.start - lastEnd) * at) / untimed)
    add(it.start)
    lastEnd = it.end
    untimed = 0
  }
  for (let at = 0; at < untimed; at++) add(lastEnd + defaultSeconds * at)
  return starts
}
