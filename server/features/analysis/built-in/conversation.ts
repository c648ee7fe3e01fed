import {
  toSentences,
  capitalised,
  marked,
  sameLetter,
  capitalizeI,
} from '../../../providers/transcript/sentences.ts'
import { parseLines } from '../../../providers/transcript/transcript-text.ts'
import { findSpeakerNames, type Turn } from './speaker-names.ts'

// Paragraphs end with a sentence, sooner if a pause follows: a new line of the raw transcript.
const pausedParagraphWords = 25
const paragraphWords = 60

/** One block `Coach: …` per turn, in paragraphs separated by blank lines. The words do not change. */
export function formatConversation(rawTranscript: string) {
  const rawTurns = parseTurns(rawTranscript)
  const turns = rawTurns.map(({ speaker, lines }) => ({
    speaker,
    text: punctuate(lines.join(' ')),
  }))
  const names = findSpeakerNames(turns)
  return turns
    .map(({ speaker, text }, index) => {
      const paragraphs = splitParagraphs(text, rawTurns[index]?.lines ?? []).join('\n')
      return speaker === null ? paragraphs : `${names.get(speaker) ?? speaker}: ${paragraphs}`
    })
    .join('\n\n')
}

/** Joins consecutive lines of one speaker. */
function parseTurns(rawTranscript: string) {
  const turns: { speaker: Turn['speaker']; lines: string[] }[] = []
  for (const { speaker, text } of parseLines(rawTranscript)) {
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.lines.push(text)
    else turns.push({ speaker, lines: [text] })
  }
  return turns
}

/** `text` differs from the lines in case and punctuation only. */
function splitParagraphs(text: string, lines: string[]) {
  const lineStarts = new Set(toOffsets(lines.map(wordCount)))
  const sentences = toSentences(text)
  const starts = toOffsets(sentences.map(wordCount))
  const paragraphs: string[][] = []
  let paragraphStart = -Infinity
  for (const [index, sentence] of sentences.entries()) {
    const at = starts[index] ?? 0
    const isPaused = lineStarts.has(at)
    if (at - paragraphStart >= (isPaused ? pausedParagraphWords : paragraphWords)) {
      paragraphs.push([])
      paragraphStart = at
    }
    paragraphs.at(-1)?.push(sentence)
  }
  return paragraphs.map((it) => it.join(' '))
}

const wordCount = (text: string) => text.split(/\s+/).length

/** The index of the first word in each part. */
function toOffsets(counts: number[]) {
  let at = 0
  return counts.map((count) => (at += count) - count)
}

/** Adds sentence case, question marks where they are clear, and a final full stop. */
function punctuate(text: string) {
  const sentences = toSentences(lowerCase(text))
  const ended = sentences.map((sentence, index) =>
    index === sentences.length - 1
      ? sentence.replace(/([\p{L}\p{N}])(["'”’)\]]*)$/u, '$1.$2')
      : sentence,
  )
  return ended.map((sentence) => capitalizeI(capitalised(marked(sentence)))).join(' ')
}

/** Converts text that is all capitals. */
const lowerCase = (text: string) =>
  /\p{Ll}/u.test(text) || !/\p{Lu}\P{L}*\p{Lu}/u.test(text)
    ? text
    : text.replaceAll(/\p{Lu}/gu, (it) => sameLetter(it, it.toLowerCase()))
