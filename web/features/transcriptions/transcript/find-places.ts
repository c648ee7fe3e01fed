import { type Segment, uncertainBelow } from '#contract/transcriptions/transcriptions.ts'
import { oneLine } from '#contract/rules/words.ts'
import { wordsInText } from '../editor/marked-words.ts'

/** A place in a transcript: its line, its index in that line, and its time in the recording. */
export type Place = { line: number; nth: number; seconds: number; text: string }

/** The start of each match in a text, ignoring case. */
export function findStarts(text: string, searched: string) {
  const [all, wanted] = [toLower(text), toLower(searched.trim())]
  const starts: number[] = []
  if (wanted === '') return starts
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + wanted.length))
    starts.push(at)
  return starts
}

/** Lower case with the same length: only the Turkish İ would become two characters. */
const toLower = (text: string) => text.replaceAll('İ', 'i').toLowerCase()

/** A line prepared for searching, once for all keystrokes. */
type SearchedLine = { segment: Segment; text: string; words: ReturnType<typeof wordsInText> }
export const searchedLines = (segments: readonly Segment[]): SearchedLine[] =>
  segments.map((segment) => ({
    segment,
    text: oneLine(segment.text),
    words: wordsInText(segment),
  }))

/** All matches, in order. */
export const findPlaces = (lines: readonly SearchedLine[], searched: string): Place[] =>
  lines.flatMap((it, line) =>
    findStarts(it.text, searched).map((at, nth) => ({
      line,
      nth,
      seconds: secondsAt(it, at),
      text: searched,
    })),
  )

/** The time of a place: that of its word, else proportional to its position in the line. */
function secondsAt({ segment: { start, end }, text, words }: SearchedLine, at: number) {
  const index = text.slice(0, at + 1).split(' ').length - 1
  return words?.[index]?.start ?? start + ((end - start) * at) / Math.max(1, text.length)
}

/** Uncertain words; consecutive ones are one place. */
export const uncertainPlaces = (segments: readonly Segment[]): Place[] =>
  segments.flatMap((segment, line) => {
    const places: Place[] = []
    let isBefore = false
    for (const { conf, start, word } of wordsInText(segment) ?? []) {
      const isUncertain = conf < uncertainBelow
      const last = places.at(-1)
      if (isUncertain && isBefore && last) last.text += ` ${word}`
      else if (isUncertain) places.push({ line, nth: places.length, seconds: start, text: word })
      isBefore = isUncertain
    }
    return places
  })
