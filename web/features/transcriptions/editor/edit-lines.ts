import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { tokenize } from '#contract/rules/words.ts'
import {
  lastWordEnd,
  alignEditedWords,
  timedWords,
  type Word,
} from '#contract/rules/align-edited-words.ts'

/** A line in the editor; `key` identifies it across changes. */
export type EditLine = Omit<Segment, 'words'> & { key: number; words: readonly Word[] }
export type EditLines = readonly EditLine[]

/** Lines for the editor, each with timed words. */
export const editLines = (segments: readonly Segment[]): EditLines =>
  inOrder(
    segments
      .filter(({ text }) => text.trim() !== '')
      .map((segment, key) => {
        const words = timedWords(segment)
        return {
          ...segment,
          key,
          text: tokenize(segment.text).join(' '),
          words,
          end: lastWordEnd(segment, words),
        }
      }),
  )

/** Lines for saving. */
export const toSegments = (lines: EditLines): Segment[] =>
  lines.map(({ key: _key, words, ...line }) => ({ ...line, words: [...words] }))

/** Compares text, speaker and times only. */
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

/** Stable for lines that start at the same time, when people talk over each other. */
const inOrder = (lines: readonly EditLine[]) =>
  lines.toSorted((one, other) => one.start - other.start)

export const listSpeakers = (lines: readonly Pick<Segment, 'speaker'>[]) => [
  ...new Set(lines.map(({ speaker }) => speaker)),
]

const changed = (lines: EditLines, change: (line: EditLine) => EditLine) => {
  const next = lines.map(change)
  return next.every((line, index) => line === lines[index]) ? lines : next
}
const spokenBy = (line: EditLine, speaker: string) =>
  line.speaker === speaker ? line : { ...line, speaker }

/** In all lines; renaming to an existing name merges the two speakers. */
export const renameSpeaker = (lines: EditLines, from: string, to: string) =>
  changed(lines, (line) => (line.speaker === from ? spokenBy(line, to) : line))

export const swapSpeakers = (lines: EditLines, one: string, other: string) =>
  changed(lines, (line) => {
    if (line.speaker === one) return spokenBy(line, other)
    return line.speaker === other ? spokenBy(line, one) : line
  })

export const assignLines = (lines: EditLines, keys: ReadonlySet<number>, speaker: string) =>
  changed(lines, (line) => (keys.has(line.key) ? spokenBy(line, speaker) : line))

/** An empty text removes the line. */
export function rewriteLine(lines: EditLines, key: number, text: string) {
  const tokens = tokenize(text)
  if (tokens.length === 0) return lines.filter((line) => line.key !== key)
  return changed(lines, (line) => (line.key === key ? rewritten(line, tokens.join(' ')) : line))
}

const rewritten = (line: EditLine, text: string) =>
  line.text === text ? line : { ...line, text, words: alignEditedWords(line.words, text, line) }

/** Splits a line whose current text is `text` at the caret; with an empty part it only rewrites the line. */
export function splitLine(lines: EditLines, key: number, text: string, caret: number) {
  const [first, second] = [tokenize(text.slice(0, caret)), tokenize(text.slice(caret))]
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

/** Joins a line with the next one; the speaker of the first stays. */
export function joinLines(lines: EditLines, key: number) {
  const index = lines.findIndex((line) => line.key === key)
  const [line, next] = [lines[index], lines[index + 1]]
  if (!line || !next) return lines
  const text = `${line.text} ${next.text}`
  const end = Math.max(line.end, next.end)
  // If the two overlap, the second one's words start no earlier than the first one's.
  const words = timedWords({ ...line, text, end, words: [...line.words, ...next.words] })
  const joined = { ...line, text, words, end: lastWordEnd({ start: line.start, end }, words) }
  return lines.toSpliced(index, 2, joined)
}
