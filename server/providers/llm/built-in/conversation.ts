import { sentencesOf } from '../../transcript/sentences.ts'
import { linesOf } from '../../transcript/transcript-text.ts'
import { punctuate } from './punctuate.ts'
import { speakerNamesOf, type Turn } from './speaker-names.ts'

// A paragraph ends at an end of a sentence: behind so many words where the speaker paused, which the raw transcript
// shows by a new line, and behind more wherever that is.
const pausedParagraphWords = 25
const paragraphWords = 60

/**
 * A raw transcript as a conversation: one block `Coach: …` per turn, blank lines between, longer turns in paragraphs
 * on lines of their own. Every word that was said is there, in its order, and no other.
 */
export function formatConversation(rawTranscript: string) {
  const said = turnsOf(rawTranscript)
  const turns = said.map(({ speaker, lines }) => ({ speaker, text: punctuate(lines.join(' ')) }))
  const names = speakerNamesOf(turns)
  return turns
    .map(({ speaker, text }, index) => {
      const paragraphs = paragraphsOf(text, said[index]?.lines ?? []).join('\n')
      return speaker === null ? paragraphs : `${names.get(speaker) ?? speaker}: ${paragraphs}`
    })
    .join('\n\n')
}

/** Neighbouring lines of one speaker, as one turn. */
function turnsOf(rawTranscript: string) {
  const turns: { speaker: Turn['speaker']; lines: string[] }[] = []
  for (const { speaker, text } of linesOf(rawTranscript)) {
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.lines.push(text)
    else turns.push({ speaker, lines: [text] })
  }
  return turns
}

/** `text` has the words of the lines, in other case and punctuation. */
function paragraphsOf(text: string, lines: string[]) {
  const lineStarts = new Set(startsOf(lines.map(wordCount)))
  const sentences = sentencesOf(text)
  const starts = startsOf(sentences.map(wordCount))
  const paragraphs: string[][] = []
  let begun = -Infinity
  for (const [index, sentence] of sentences.entries()) {
    const at = starts[index] ?? 0
    const isPaused = lineStarts.has(at)
    if (at - begun >= (isPaused ? pausedParagraphWords : paragraphWords)) {
      paragraphs.push([])
      begun = at
    }
    paragraphs.at(-1)?.push(sentence)
  }
  return paragraphs.map((it) => it.join(' '))
}

const wordCount = (text: string) => text.split(/\s+/).length

/** The number of the first word of each part. */
function startsOf(counts: number[]) {
  let at = 0
  return counts.map((count) => (at += count) - count)
}
