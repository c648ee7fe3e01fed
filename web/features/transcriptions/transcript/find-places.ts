import { type Segment, uncertainBelow } from '#contract/transcriptions.ts'
import { oneLine } from '#contract/words.ts'
import { wordsInText } from '../editor/marked-words.ts'

/** Somewhere in a transcript: in which line, which of that line's, and when in the recording. */
export type Place = { line: number; nth: number; seconds: number; text: string }

/** Where the searched words begin in a text, without regard to capitals. */
export function startsOf(text: string, searched: string) {
  const [all, wanted] = [small(text), small(searched.trim())]
  const starts: number[] = []
  if (wanted === '') return starts
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + wanted.length))
    starts.push(at)
  return starts
}

/** In small letters, each where the other stood: of all only the Turkish İ becomes two. */
const small = (text: string) => text.replaceAll('İ', 'i').toLowerCase()

/** A line as it is searched: made once, however many letters are typed. */
type SearchedLine = { segment: Segment; text: string; words: ReturnType<typeof wordsInText> }
export const searchedLines = (segments: readonly Segment[]): SearchedLine[] =>
  segments.map((segment) => ({
    ...{ segment, text: oneLine(segment.text) },
    words: wordsInText(segment),
  }))

/** Every place where the searched words are said, in the order in which they are. */
export const findPlaces = (lines: readonly SearchedLine[], searched: string): Place[] =>
  lines.flatMap((it, line) =>
    startsOf(it.text, searched).map((at, nth) => ({
      ...{ line, nth },
      seconds: secondsAt(it, at),
      text: searched,
    })),
  )

/** When a place in a line is spoken: as its word says, else as far into the line as into its text. */
function secondsAt({ segment: { start, end }, text, words }: SearchedLine, at: number) {
  const index = text.slice(0, at + 1).split(' ').length - 1
  return words?.[index]?.start ?? start + ((end - start) * at) / Math.max(1, text.length)
}

/** The words of which the engine was uncertain; those that follow each other are one place. */
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
