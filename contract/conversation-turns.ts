import type { Segment } from './transcriptions.ts'
import { lettersOf, tokensOf } from './words.ts'
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
  const times = new Map<string, number>()
  for (const { name } of lines) if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1)
  const begun = lines.findIndex(({ line }) => line.trim() !== '')
  const isScript = lines[begun]?.name !== undefined
  const isSpeaker = (name: string, index: number) =>
    (times.get(name) ?? 0) > 1 ||
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

/** When each turn begins, as far as its words or those around it were heard. */
export function timedTurns(text: string, segments: readonly Segment[]): TimedTurn[] {
  const turns = turnsOf(text)
  const spoken = spokenAt(
    turns.map((turn) => turn.text),
    segments,
  )
  return turns.map((turn, index) => ({ ...turn, start: spoken[index]?.start ?? null }))
}

/** When a text was spoken, as far as that is known: seconds of the first and behind the last of its words that were heard. */
export type Spoken = { start: number | null; end: number | null }

/**
 * When each of some texts that follow each other was spoken: their words are aligned with those of the raw transcript,
 * whoever wrote them. The time of each is that of the first of its words that was heard; where none was, it lies between the
 * words before and after it.
 */
export function spokenAt(texts: readonly string[], segments: readonly Segment[]): Spoken[] {
  const heard = segments.flatMap(timedWords)
  const words = texts.map((text) => tokensOf(text).map(lettersOf))
  const aligned = commonWords(
    heard.map(({ word }) => lettersOf(word)),
    words.flat(),
  ).map(([index, place]) => ({
    place,
    time: heard[index]?.start ?? 0,
    end: heard[index]?.end ?? 0,
  }))
  let next = 0
  let place = 0
  return texts.map((_, index) => {
    const first = place
    place += words[index]?.length ?? 0
    const [before, after] = [aligned[next - 1], aligned[next]]
    if (!after || after.place >= place) return { start: betweenOf(before, after, first), end: null }
    while ((aligned[next]?.place ?? Infinity) < place) next++
    return { start: after.time, end: aligned[next - 1]?.end ?? null }
  })
}

type Known = { place: number; time: number }
function betweenOf(before: Known | undefined, after: Known | undefined, place: number) {
  if (!before || !after) return before?.time ?? after?.time ?? null
  const share = (place - before.place) / (after.place - before.place)
  return before.time + share * (after.time - before.time)
}
