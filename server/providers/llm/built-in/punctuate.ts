import { capitalised, marked, sameLetter, sentencesOf, withI } from '../../transcript/sentences.ts'

/** Text in sentence case, with question marks on what is clearly asked and a full stop at its end. */
export function punctuate(text: string) {
  const sentences = sentencesOf(quiet(text))
  const ended = sentences.map((sentence, index) =>
    index === sentences.length - 1
      ? sentence.replace(/([\p{L}\p{N}])(["'”’)\]]*)$/u, '$1.$2')
      : sentence,
  )
  return ended.map((sentence) => withI(capitalised(marked(sentence)))).join(' ')
}

/** What an engine wrote all in capitals, in small letters. */
const quiet = (text: string) =>
  /\p{Ll}/u.test(text) || !/\p{Lu}\P{L}*\p{Lu}/u.test(text)
    ? text
    : text.replaceAll(/\p{Lu}/gu, (it) => sameLetter(it, it.toLowerCase()))
