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

/** `Coach: …`, also as a model may write it: in bold, with a time before or behind it, or alone on its line. */
const label =
  /^(?:[[(][\d:.]+[\])][ \t]*)?(?:\*\*)?([\p{L}\p{N}][^:*\n[\]]{0,99}?)(?:\*\*)?[ \t]{0,3}(?:[[(]\d[\d:.]*[\])])?(?:\*\*:|:\*\*|:)(?:[ \t]+|$)/u

/** The name that a line begins with, if it is one, and how far it goes. */
export function labelOf(line: string) {
  const [whole = '', name = ''] = label.exec(line) ?? []
  return { name: name.trim() || undefined, length: whole.length }
}

/** Who is called by what they are; whoever is heard in a session with more voices has a number. */
const isRole = (name: string) => /^(?:coach|client|speaker \d+)$/i.test(name)

/**
 * The turns of a conversation. What stands before a colon at the beginning of a line is a name where it is that of a role or
 * of a speaker of the recording, where it stands there more than once, or where the text begins with one and this begins a
 * paragraph of it. A line that says nothing else is one only below a blank line, unless the name is known.
 */
export function turnsOf(text: string, segments: readonly Pick<Segment, 'speaker'>[] = []): Turn[] {
  const lines: { at: number; line: string; name: string | undefined; length: number }[] = []
  let at = 0
  for (const line of text.split('\n')) {
    lines.push({ at, line, ...labelOf(line) })
    at += line.length + 1
  }
  const heard = new Set(segments.map(({ speaker }) => speaker))
  const times = new Map<string, number>()
  for (const { name } of lines) if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1)
  const begun = lines.findIndex(({ line }) => line.trim() !== '')
  const isScript = lines[begun]?.name !== undefined
  const isSpeaker = (name: string, index: number, isAlone: boolean) => {
    if (isRole(name) || heard.has(name)) return true
    const isFirst = index <= begun || lines[index - 1]?.line.trim() === ''
    const isRepeated = (times.get(name) ?? 0) > 1
    return isAlone ? isRepeated && isFirst : isRepeated || (isScript && isFirst)
  }
  const turns: Growing[] = []
  for (const [index, { at: from, line, name, length }] of lines.entries()) {
    const turn = turns.at(-1)
    if (name !== undefined && isSpeaker(name, index, line.length === length))
      turns.push({ speaker: name, lines: [line.slice(length)], from: from + length })
    else if (!turn) turns.push({ speaker: null, lines: [line], from })
    else if (isNameAlone(turn)) turns.splice(-1, 1, { ...turn, lines: [line], from })
    else turn.lines.push(line)
  }
  return turns
    .map(({ lines: said, ...turn }) => ({ ...turn, text: said.join('\n').trimEnd() }))
    .filter((turn) => turn.text.trim() !== '')
}

/** In lines, put together at the end: as one text, it would be copied for each line that is added. */
type Growing = Pick<Turn, 'speaker' | 'from'> & { lines: string[] }

/** A name that has its line for itself: what is said begins below it. */
const isNameAlone = ({ speaker, lines }: Growing) =>
  speaker !== null && lines.length === 1 && lines[0]?.trim() === ''

/** When each turn begins, as far as its words or those around it were heard. */
export function timedTurns(text: string, segments: readonly Segment[]): TimedTurn[] {
  const turns = turnsOf(text, segments)
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
