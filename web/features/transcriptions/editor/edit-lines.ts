import type { Segment } from '#contract/transcriptions.ts'
import { tokensOf } from '#contract/words.ts'
import {
  lastWordEnd,
  alignEditedWords,
  timedWords,
  type Word,
} from '#contract/align-edited-words.ts'

/** A line of a transcript that is being corrected; `key` stays with it. */
export type EditLine = Omit<Segment, 'words'> & { key: number; words: readonly Word[] }
export type EditLines = readonly EditLine[]

/** Lines as they can be corrected: each with words that have times. */
export const editLines = (segments: readonly Segment[]): EditLines =>
  inOrder(
    segments
      .filter(({ text }) => text.trim() !== '')
      .map((segment, key) => {
        const words = timedWords(segment)
        return {
          ...segment,
          key,
          text: tokensOf(segment.text).join(' '),
          words,
          end: lastWordEnd(segment, words),
        }
      }),
  )

/** Lines as they are saved. */
export const segmentsOf = (lines: EditLines): Segment[] =>
  lines.map(({ key: _key, words, ...line }) => ({ ...line, words: [...words] }))

/** Whether these are the lines, whatever else is known of them. */
export const areSameLines = (lines: EditLines, segments: readonly Segment[]) =>
  lines.length === segments.length &&
  lines.every((line, index) => {
    const it = segments[index]
    return (
      it?.text === line.text &&
      it.speaker === line.speaker &&
      it.start === line.start &&
      it.end === line.end
    )
  })

/** Two lines may begin at the same moment, when people talk over each other: then they stay as they stood. */
const inOrder = (lines: readonly EditLine[]) =>
  lines.toSorted((one, other) => one.start - other.start)

export const speakersOf = (lines: readonly Pick<Segment, 'speaker'>[]) => [
  ...new Set(lines.map(({ speaker }) => speaker)),
]

const changed = (lines: EditLines, change: (line: EditLine) => EditLine) => {
  const next = lines.map(change)
  return next.every((line, index) => line === lines[index]) ? lines : next
}
const spokenBy = (line: EditLine, speaker: string) =>
  line.speaker === speaker ? line : { ...line, speaker }

/** Everywhere at once; by the name of somebody else both become one. */
export const renameSpeaker = (lines: EditLines, from: string, to: string) =>
  changed(lines, (line) => (line.speaker === from ? spokenBy(line, to) : line))

export const swapSpeakers = (lines: EditLines, one: string, other: string) =>
  changed(lines, (line) => {
    if (line.speaker === one) return spokenBy(line, other)
    return line.speaker === other ? spokenBy(line, one) : line
  })

export const assignLines = (lines: EditLines, keys: ReadonlySet<number>, speaker: string) =>
  changed(lines, (line) => (keys.has(line.key) ? spokenBy(line, speaker) : line))

/** With no word left the line goes. */
export function rewriteLine(lines: EditLines, key: number, text: string) {
  const tokens = tokensOf(text)
  if (tokens.length === 0) return lines.filter((line) => line.key !== key)
  return changed(lines, (line) => (line.key === key ? rewritten(line, tokens.join(' ')) : line))
}

const rewritten = (line: EditLine, text: string) =>
  line.text === text ? line : { ...line, text, words: alignEditedWords(line.words, text, line) }

/** Makes two lines of one, at a place between the signs of `text`, what it says by now; one part alone stays one line. */
export function splitLine(lines: EditLines, key: number, text: string, caret: number) {
  const [first, second] = [tokensOf(text.slice(0, caret)), tokensOf(text.slice(caret))]
  const line = lines.find((it) => it.key === key)
  if (!line || first.length === 0 || second.length === 0) return rewriteLine(lines, key, text)
  const { words } = rewritten(line, [...first, ...second].join(' '))
  const [said, rest] = [words.slice(0, first.length), words.slice(first.length)]
  const upper = {
    ...line,
    text: first.join(' '),
    words: said,
    end: lastWordEnd({ start: line.start, end: 0 }, said),
  }
  const lower = {
    ...line,
    key: nextKey(lines),
    text: second.join(' '),
    words: rest,
    start: rest[0]?.start ?? line.start,
  }
  return inOrder(lines.flatMap((it) => (it === line ? [upper, lower] : [it])))
}

export const nextKey = (lines: EditLines) =>
  lines.reduce((most, { key }) => Math.max(most, key), 0) + 1

/** Makes one line of this and the next one; it is spoken by whoever spoke the first of them. */
export function joinLines(lines: EditLines, key: number) {
  const index = lines.findIndex((line) => line.key === key)
  const [line, next] = [lines[index], lines[index + 1]]
  if (!line || !next) return lines
  const text = `${line.text} ${next.text}`
  const end = Math.max(line.end, next.end)
  // Where the two were spoken at the same time, the words of the second one begin no sooner than those of the first.
  const words = timedWords({ ...line, text, end, words: [...line.words, ...next.words] })
  const joined = { ...line, text, words, end: lastWordEnd({ start: line.start, end }, words) }
  return lines.toSpliced(index, 2, joined)
}
