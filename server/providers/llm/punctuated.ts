import {
  capitalised,
  isCondition,
  marked,
  questionToYou,
  sameLetter,
  sentencesOf,
  beginsQuestion,
  withI,
} from '../transcript/sentences.ts'

/** A question to the other one after something else was said, in words that came without punctuation. */
const questionInside = new RegExp(`^(.+?[a-z']) ((?:${questionToYou}).*)$`, 'i')
/** After these "do you" and the like goes on rather than begins. */
const goesOn =
  /\b(?:i|you|we|they|he|she|it|to|not|what|how|why|where|when|who|which|whose|and|or|as|than|if)$/i

/** Text in sentence case, with question marks on what is clearly asked and a full stop at its end. */
export function punctuated(text: string) {
  const sentences = sentencesOf(quiet(text))
  const ended = sentences.map((sentence, index) =>
    index === sentences.length - 1
      ? sentence.replace(/([\p{L}\p{N}])(["'”’)\]]*)$/u, '$1.$2')
      : sentence,
  )
  return ended
    .flatMap(apart)
    .map((sentence) => withI(capitalised(marked(sentence))))
    .join(' ')
}

/** Divides what was said from the question that follows it. A condition stays with its question. */
function apart(sentence: string) {
  if (beginsQuestion(sentence) || /[,;:?!–—]/.test(sentence)) return [sentence]
  const [, said = '', asked = ''] = questionInside.exec(sentence) ?? []
  if (!asked || goesOn.test(said)) return [sentence]
  const question = asked.replace(/\.$/, '?')
  return isCondition(said) ? [`${said}, ${question}`] : [`${said}.`, question]
}

/** What an engine wrote all in capitals, in small letters. */
const quiet = (text: string) =>
  /\p{Ll}/u.test(text) || !/\p{Lu}\P{L}*\p{Lu}/u.test(text)
    ? text
    : text.replaceAll(/\p{Lu}/gu, (it) => sameLetter(it, it.toLowerCase()))
