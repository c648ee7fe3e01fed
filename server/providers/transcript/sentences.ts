// English sentences. Functions change case and punctuation, never words.

const abbreviation = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|a\.m|p\.m)\.$/i

/** Joined with spaces, the sentences are the text again. */
export const toSentences = (text: string) => {
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
/** The noun in "what kind of week". Excludes pronouns: "what you do you do well" is no question. */
const thing = "(?!(?:you|i|we|they|he|she|it|to|not)\\b)[a-z']+"
/** What may precede a question. */
const leadIn = '(?:(?:so|and|but|well|okay|ok|yes|good|great|right|now|then|oh|i see),? )*'

const startsAsQuestion = new RegExp(
  `^${leadIn}(?:${asking} ${auxiliary} ${subject}|(?:what's|how's|where's|who's) |(?:how|what|which|whose)(?: ${thing}){1,2} (?:do|does|did|are|were|have|would|will|can|could|should) (?:you|we|they)|${auxiliary} ${subject}|what is one |what (?:makes|made|helps|helped|happened)\\b(?!.*\\b(?:is|was)\\b))`,
  'i',
)
const endsAsQuestion =
  /, (?:isn't it|aren't you|don't you|doesn't it|didn't you|wasn't it|won't you)\.?$/i

/** Works without a question mark. */
export const isQuestion = (sentence: string) =>
  /\?["'”’)\]]*$/.test(sentence) || startsAsQuestion.test(sentence) || endsAsQuestion.test(sentence)

/** Replaces the full stop of a question with a question mark. */
export const marked = (sentence: string) =>
  isQuestion(sentence) ? sentence.replace(/\.(["'”’)\]]*)$/, '?$1') : sentence

export const capitalised = (sentence: string) =>
  sentence.replace(
    /^([^\p{L}\p{N}]*)(\p{Ll})/u,
    (_, before: string, letter: string) => before + upper(letter),
  )

/** Capitalizes the word `i`, but not `id` and `ill`. */
export const capitalizeI = (text: string) =>
  text.replaceAll(/(^|\s)i(?=$|[\s,.?!]|['’](?:m|ve|ll|d)\b)/g, '$1I')

const upper = (letter: string) => sameLetter(letter, letter.toUpperCase())
/** Some letters have no single-letter capital (ß). */
export const sameLetter = (before: string, after: string) =>
  after.length === before.length && after.toLowerCase() === before.toLowerCase() ? after : before
