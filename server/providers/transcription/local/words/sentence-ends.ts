import { capitalised } from '../../../transcript/sentences.ts'
import { endsSentence } from '../../chunks/whole-sentences.ts'

type Word = { text: string; start: number; end: number; speaker: number }

/** Pause after a comma that ends a sentence. Seconds. */
const endingPause = 0.5

/** The engine omits full stops or writes commas, so long pauses and changes of speaker end a sentence too. */
export function markSentenceEnds<W extends Word>(words: readonly W[]): W[] {
  let isBegun = false
  return words.map((word, at) => {
    const next = words[at + 1]
    const isLast = next?.speaker !== word.speaker
    const isPaused = word.text.endsWith(',') && !isLast && next.start - word.end >= endingPause
    const text = isBegun ? word.text : capitalised(word.text)
    const ended = isLast || isPaused ? withFullStop(text) : text
    isBegun = !endsSentence({ text: ended })
    return { ...word, text: ended }
  })
}

const withFullStop = (text: string) =>
  text.replace(/[,;:]$/, '').replace(/([\p{L}\p{M}\p{N}%])(["'”’)\]]*)$/u, '$1.$2')
