import {
  capitalised,
  marked,
  sameLetter,
  sentencesOf,
  capitalizeI,
} from '../../transcript/sentences.ts'

/** Adds sentence case, question marks where they are clear, and a final full stop. */
export function punctuate(text: string) {
  const sentences = sentencesOf(lowerCase(text))
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
