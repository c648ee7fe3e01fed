import type { Segment } from '../transcriptions/transcriptions.ts'
import { normalizeLetters, tokenize } from './words.ts'
import { commonWords } from './common-words.ts'
import { timedWords } from './align-edited-words.ts'

/** What one person says without being interrupted. */
export type Turn = {
  /** Null where unknown. */
  speaker: string | null
  text: string
  /** Offset in the conversation, in characters. */
  from: number
}
/** `start` in seconds; null where unknown. */
export type TimedTurn = Turn & { start: number | null }

/** `Coach: …`, also as models write it: in bold, with a time before or after it, or alone on its line. */
const label =
  /^(?:[[(][\d:.]+[\])][ \t]*)?(?:\*\*)?([\p{L}\p{N}][^:*\n[\]]{0,99}?)(?:\*\*)?[ \t]{0,3}(?:[[(]\d[\d:.]*[\])])?(?:\*\*:|:\*\*|:)(?:[ \t]+|$)/u

/** The speaker label at the start of a line, and its length. */
export function parseLabel(line: string) {
  const [whole = '', name = ''] = label.exec(line) ?? []
  return { name: name.trim() || undefined, length: whole.length }
}

const isRole = (name: string) => /^(?:coach|client|speaker \d+)$/i.test(name)

/**
 * The turns of a conversation. Text before a colon at the start of a line is a speaker if it is a role or a speaker of
 * the recording, if it is repeated, or if the text begins with a label and this one begins a paragraph. Alone on its
 * line, a label must be repeated and follow a blank line, unless the name is known.
 */
export function parseTurns(
  text: string,
  segments: readonly Pick<Segment, 'speaker'>[] = [],
): Turn[] {
  const lines: { at: number; line: string; name: string | undefined; length: number }[] = []
  let at = 0
  for (const line of text.split('\n')) {
    lines.push({ at, line, ...parseLabel(line) })
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
  const turns: OpenTurn[] = []
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

/** Lines are joined at the end, which keeps this linear. */
type OpenTurn = Pick<Turn, 'speaker' | 'from'> & { lines: string[] }

/** A label alone on its line: the text begins below. */
const isNameAlone = ({ speaker, lines }: OpenTurn) =>
  speaker !== null && lines.length === 1 && lines[0]?.trim() === ''

export function timedTurns(text: string, segments: readonly Segment[]): TimedTurn[] {
  const turns = parseTurns(text, segments)
  const spoken = spokenAt(
    turns.map((turn) => turn.text),
    segments,
  )
  return turns.map((turn, index) => ({ ...turn, start: spoken[index]?.start ?? null }))
}

/** Seconds of the first and last recognized word; null where unknown. */
export type Spoken = { start: number | null; end: number | null }

/**
 * When each of consecutive texts was spoken: their words are aligned with those of the raw transcript. The start of a
 * text is that of its first recognized word, or interpolated where it has none.
 */
export function spokenAt(texts: readonly string[], segments: readonly Segment[]): Spoken[] {
  const heard = segments.flatMap(timedWords)
  const words = texts.map((text) => tokenize(text).map(normalizeLetters))
  const aligned = commonWords(
    heard.map(({ word }) => normalizeLetters(word)),
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
    if (!after || after.place >= place)
      return { start: interpolate(before, after, first), end: null }
    while ((aligned[next]?.place ?? Infinity) < place) next++
    return { start: after.time, end: aligned[next - 1]?.end ?? null }
  })
}

type TimedPlace = { place: number; time: number }
function interpolate(before: TimedPlace | undefined, after: TimedPlace | undefined, place: number) {
  if (!before || !after) return before?.time ?? after?.time ?? null
  const share = (place - before.place) / (after.place - before.place)
  return before.time + share * (after.time - before.time)
}
