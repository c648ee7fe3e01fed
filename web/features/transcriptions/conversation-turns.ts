import type { Segment } from '#contract/transcriptions.ts'
import { lettersOf, tokensOf } from '#contract/transcripts.ts'
import { commonWords } from './common-words.ts'
import { timedWords } from './fit-words.ts'

/** What one person says without being interrupted. */
export type Turn = {
  /** Missing where the text does not say. */
  speaker: string | null
  text: string
  /** Where it stands in the conversation, in characters. */
  from: number
}
/** With the second at which it begins; null where none of its words are known. */
export type TimedTurn = Turn & { start: number | null }

/** `Coach: …`, also as a model may write it: in bold, or behind a time. */
const label =
  /^(?:\[[\d:.]+\][ \t]*)?(?:\*\*)?([\p{L}\p{N}][^:*\n[\]]{0,99}?)(?:\*\*:|:\*\*|:)[ \t]+/u

/**
 * The turns of a conversation. What stands before a colon at the beginning of a line is a name where it does so more than
 * once, or where the text begins with one and this begins a paragraph of it.
 */
export function turnsOf(text: string): Turn[] {
  const lines: { at: number; line: string; name: string | undefined; length: number }[] = []
  let at = 0
  for (const line of text.split('\n')) {
    const found = label.exec(line)
    lines.push({ at, line, name: found?.[1]?.trim(), length: found?.[0].length ?? 0 })
    at += line.length + 1
  }
  const named = lines.flatMap(({ name }) => name ?? [])
  const begun = lines.findIndex(({ line }) => line.trim() !== '')
  const isScript = lines[begun]?.name !== undefined
  const isSpeaker = (name: string, index: number) =>
    named.indexOf(name) !== named.lastIndexOf(name) ||
    (isScript && (index === begun || lines[index - 1]?.line.trim() === ''))
  const turns: Turn[] = []
  for (const [index, { at: from, line, name, length }] of lines.entries()) {
    if (name !== undefined && isSpeaker(name, index))
      turns.push({ speaker: name, text: line.slice(length), from: from + length })
    else if (turns.length > 0) turns.splice(-1, 1, longer(turns.at(-1), line))
    else turns.push({ speaker: null, text: line, from })
  }
  return turns
    .map((turn) => ({ ...turn, text: turn.text.trimEnd() }))
    .filter((turn) => turn.text.trim() !== '')
}
const longer = (turn: Turn | undefined, line: string): Turn =>
  turn ? { ...turn, text: `${turn.text}\n${line}` } : { speaker: null, text: line, from: 0 }

/**
 * When each turn begins: its words are aligned with those of the raw transcript, whoever wrote it. Its time is that of the
 * first of its words that was heard; where none was, it lies between the words before and after it.
 */
export function timedTurns(text: string, segments: readonly Segment[]): TimedTurn[] {
  const turns = turnsOf(text)
  const heard = segments.flatMap(timedWords)
  const words = turns.map((turn) => tokensOf(turn.text).map(lettersOf))
  const aligned = commonWords(
    heard.map(({ word }) => lettersOf(word)),
    words.flat(),
  ).map(([index, place]) => ({ place, time: heard[index]?.start ?? 0 }))
  let next = 0
  let place = 0
  return turns.map((turn, index) => {
    const first = place
    place += words[index]?.length ?? 0
    while ((aligned[next]?.place ?? Infinity) < first) next++
    const [before, after] = [aligned[next - 1], aligned[next]]
    if (after && after.place < place) return { ...turn, start: after.time }
    return { ...turn, start: betweenOf(before, after, first) }
  })
}

type Known = { place: number; time: number }
function betweenOf(before: Known | undefined, after: Known | undefined, place: number) {
  if (!before || !after) return before?.time ?? after?.time ?? null
  const share = (place - before.place) / (after.place - before.place)
  return before.time + share * (after.time - before.time)
}
