// English only, as the built-in speech engine is. Nothing here adds or drops a word: only case and punctuation change.

const abbreviation = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|a\.m|p\.m)\.$/i

/** Text cut after each end of a sentence; joined with spaces it is the text again. */
export const sentencesOf = (text: string) => {
  const sentences: string[] = []
  let sentence: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    sentence.push(word)
    const isEnd = /[.?!]["'”’)\]]*$/.test(word) && !/(?:\.\.|…)["'”’)\]]*$/.test(word)
    if (!isEnd || abbreviation.test(word)) continue
    sentences.push(sentence.join(' '))
    sentence = []
  }
  return sentence.length ? [...sentences, sentence.join(' ')] : sentences
}

const auxiliary =
  "(?:is|are|was|were|do|does|did|have|has|can|could|would|will|should|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|haven't|hasn't|can't|couldn't|wouldn't|won't|shouldn't)"
const subject = '(?:you|we|they|he|she|it|i|that|this|there|your|anything|anyone|something)'
const asking = '(?:what|how|why|where|when|who|which|whose)'
/** A word of "what kind of week" and the like: "what you do you do well" asks nothing. */
const thing = "(?!(?:you|i|we|they|he|she|it|to|not)\\b)[a-z']+"
/** Words that a question may begin with before it begins. */
const leadIn = '(?:(?:so|and|but|well|okay|ok|yes|good|great|right|now|then|oh|i see),? )*'

const startsAsQuestion = new RegExp(
  `^${leadIn}(?:${asking} ${auxiliary} ${subject}|(?:what's|how's|where's|who's) |(?:how|what|which|whose)(?: ${thing}){1,2} (?:do|does|did|are|were|have|would|will|can|could|should) (?:you|we|they)|${auxiliary} ${subject}|what is one |what (?:makes|made|helps|helped|happened)\\b(?!.*\\b(?:is|was)\\b))`,
  'i',
)
const endsAsQuestion =
  /, (?:isn't it|aren't you|don't you|doesn't it|didn't you|wasn't it|won't you)\.?$/i

/** A question to the other one after something else was said, in words that came without punctuation. */
const questionInside = new RegExp(
  `^(.+?[a-z']) (${[
    `(?:${asking}(?: ${thing}){0,3}? )?(?:do|did|have|are|were|can|could|would|will) you (?!know\\b|see\\b)[a-z'].*`,
    `how (?:did|does|was) (?:it|that|this) [a-z'].*`,
    `what is one .*`,
  ].join('|')})$`,
  'i',
)
/** After these "do you" and the like goes on rather than begins. */
const goesOn =
  /\b(?:i|you|we|they|he|she|it|to|not|what|how|why|where|when|who|which|whose|and|or|as|than|if)$/i

/** True of a sentence that asks, marked or not. */
export const isQuestion = (sentence: string) =>
  /\?["'”’)\]]*$/.test(sentence) || startsAsQuestion.test(sentence) || endsAsQuestion.test(sentence)

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
    .map((sentence) =>
      isQuestion(sentence) ? sentence.replace(/\.(["'”’)\]]*)$/, '?$1') : sentence,
    )
    .map(withCapitals)
    .join(' ')
}

/** Divides what was said from the question that follows it. A condition stays with its question. */
function apart(sentence: string) {
  if (startsAsQuestion.test(sentence) || /[,;:?!–—]/.test(sentence)) return [sentence]
  const [, said = '', asked = ''] = questionInside.exec(sentence) ?? []
  if (!asked || goesOn.test(said)) return [sentence]
  const question = asked.replace(/\.$/, '?')
  return /^(?:if|when|while|because|since|as)\b/i.test(said)
    ? [`${said}, ${question}`]
    : [`${said}.`, question]
}

/** What an engine wrote all in capitals, in small letters. */
const quiet = (text: string) =>
  /\p{Ll}/u.test(text) || !/\p{Lu}\P{L}*\p{Lu}/u.test(text)
    ? text
    : text.replaceAll(/\p{Lu}/gu, (it) => sameLetter(it, it.toLowerCase()))

const withCapitals = (sentence: string) =>
  sentence
    .replace(
      /^([^\p{L}\p{N}]*)(\p{Ll})/u,
      (_, before: string, letter: string) => before + upper(letter),
    )
    .replaceAll(/(^|\s)i(?=$|[\s,.?!]|['’](?:m|ve|ll|d)\b)/g, '$1I')

const upper = (letter: string) => sameLetter(letter, letter.toUpperCase())
/** Some letters have no capital of their own (ß): they stay. */
const sameLetter = (before: string, after: string) =>
  after.length === before.length && after.toLowerCase() === before.toLowerCase() ? after : before
