import { commonWords } from '#contract/rules/common-words.ts'
import { allWords } from '#contract/rules/quote-words.ts'
import { uncertainBelow } from '#contract/transcriptions/transcriptions.ts'
import type { RecognizedWord } from '../engines/vosk.ts'

/** Share of the words on which both engines agree: at least 0.25 in English, at most 0.12 in other languages. */
const minAgreed = 0.2
/** With fewer words the shares mean little. */
const minWords = 8
/** Of few words of another language. */
const minAgreedOfFew = 0.5
/** Share of certain words of the second engine: at most 0.8 in other languages. */
const maxCertain = 0.85

/** Whether speech is not English, judged by the text of one engine and the words of the other. */
export const soundsLikeOtherLanguage = (text: string, heard: readonly RecognizedWord[]) =>
  isDoubtful(heard, agreedWords(text, heard).size)

/**
 * Groups consecutive parts, each with the words that the second engine heard in it, by whether they may be in another
 * language. The text of the first engine is that of all parts.
 */
export function groupByLanguage<P extends { words: RecognizedWord[] }>(
  text: string,
  parts: readonly P[],
) {
  const agreed = agreedWords(
    text,
    parts.flatMap(({ words }) => words),
  )
  let before = 0
  const judged = parts.map((part) => {
    const from = before
    before += part.words.length
    const count = part.words.filter((_, at) => agreed.has(from + at)).length
    return { part, count, isDoubtful: isDoubtful(part.words, count) }
  })
  const groups: { parts: P[]; isDoubtful: boolean }[] = []
  for (const [at, { part, count, ...it }] of judged.entries()) {
    const isShort = part.words.length < minWords && count < minAgreedOfFew * part.words.length
    const isBeside = judged[at - 1]?.isDoubtful || judged[at + 1]?.isDoubtful
    const isPartDoubtful = it.isDoubtful || (isShort && isBeside === true)
    const last = groups.at(-1)
    if (last?.isDoubtful === isPartDoubtful) last.parts.push(part)
    else groups.push({ parts: [part], isDoubtful: isPartDoubtful })
  }
  return groups
}

function isDoubtful(heard: readonly RecognizedWord[], agreed: number) {
  const certain = heard.filter(({ conf }) => conf >= uncertainBelow).length
  return (
    heard.length >= minWords &&
    agreed < minAgreed * heard.length &&
    certain < maxCertain * heard.length
  )
}

/** Indexes of the words of the second engine that the text has, too. */
function agreedWords(text: string, heard: readonly RecognizedWord[]) {
  const other = allWords(heard.map(({ word }) => word).join(' '))
  const pairs = commonWords(
    allWords(text).map((it) => it.text),
    other.map((it) => it.text),
  )
  return new Set(pairs.map(([, at]) => other[at]!.at))
}
