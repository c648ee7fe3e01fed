import { linesOf } from '../../transcript-text.ts'
import { punctuated, sentencesOf } from './sentences.ts'
import { namesOf, type Turn } from './who-is-who.ts'

/** A paragraph ends at the next end of a sentence after so many words. */
const paragraphWords = 60

/**
 * A raw transcript as a conversation: one block `Coach: …` per turn, blank lines between, longer turns in paragraphs
 * on lines of their own. Every word that was said is there, in its order, and no other.
 */
export function conversationOf(rawTranscript: string) {
  const turns = turnsOf(rawTranscript).map((it) => ({ ...it, text: punctuated(it.text) }))
  const names = namesOf(turns)
  return turns
    .map(({ speaker, text }) => {
      const said = paragraphsOf(text).join('\n')
      return speaker === null ? said : `${names.get(speaker) ?? speaker}: ${said}`
    })
    .join('\n\n')
}

/** Neighbouring lines of one speaker, as one turn. */
function turnsOf(rawTranscript: string) {
  const turns: Turn[] = []
  for (const { speaker, text } of linesOf(rawTranscript)) {
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.text += ` ${text}`
    else turns.push({ speaker, text })
  }
  return turns
}

function paragraphsOf(text: string) {
  const paragraphs: string[] = []
  let words = Infinity
  for (const sentence of sentencesOf(text)) {
    if (words >= paragraphWords) {
      paragraphs.push(sentence)
      words = 0
    } else paragraphs[paragraphs.length - 1] += ` ${sentence}`
    words += sentence.split(' ').length
  }
  return paragraphs
}
