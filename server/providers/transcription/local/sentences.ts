import type { RecognisedWord } from './vosk.ts'

/** A longer silence between two words ends the sentence. */
const pauseSeconds = 0.6

/** Whether a sentence ends between the two words. */
export const endsSentence = (word: RecognisedWord, next: RecognisedWord) =>
  next.start - word.end > pauseSeconds

/**
 * The recogniser knows neither case nor punctuation: pauses give the sentences, the last of which ends with the
 * words unless `isOpen`, and so begins one with the words unless `isContinued`.
 */
export function toText(
  words: RecognisedWord[],
  { isContinued = false, isOpen = false }: { isContinued?: boolean; isOpen?: boolean } = {},
) {
  const sentences: string[][] = []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    if (!before || endsSentence(before, word)) sentences.push([])
    sentences.at(-1)?.push(cased(word.word))
  }
  return sentences
    .map((sentence, index) => {
      const text = sentence.join(' ')
      const begun = index === 0 && isContinued ? text : capitalised(text)
      return index === sentences.length - 1 && isOpen ? begun : begun + mark(sentence)
    })
    .join(' ')
}

/** `I` and its short forms (`id` and `ill` are words), days, and those months that are nothing else. */
const proper =
  /^(i|i'm|i'll|i've|i'd|(mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|april|june|july|september|october|november|december)$/
const cased = (word: string) => (proper.test(word) ? capitalised(word) : word)

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const opener = '(?:(?:and|but|so|well|okay|yes|no) ){0,2}'
const asking =
  '(?:(?:how|what|why|where|when|who)(?: (?:much|many|long|often|far|else|time|kind))? )'
const subject = '(?:you|we|they|he|she|I|your|my|our|there)'
/** A verb before its subject: only what is a question nearly always; all else ends with a full stop. */
const question = new RegExp(
  `^${opener}(?:${asking}?(?:are|is|was|were|do|does|did|have|has|can|could|would|will|should) ${subject}\\b|${asking}(?:is|was|are|were|did|does) (?:it|that|this|the)\\b)`,
)
const mark = (sentence: string[]) => (question.test(sentence.join(' ')) ? '?' : '.')
