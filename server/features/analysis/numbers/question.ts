import { type Anchor, anchorsIn, isAscending, meanings, scaleOfAnchors } from './anchors.ts'
import { isNothingCounted } from './answer.ts'
import { anyOf, has, isAboutOthers, isPast } from './patterns.ts'
import type { Scale } from './scale.ts'
import { toSentences, toSigns, type Token } from './tokens.ts'
import type { Topic } from './topics.ts'

/** The rating that a coach's turn asks for or suggests. */
export type Question = {
  topics: readonly Topic[]
  scale: Scale | undefined
  /** Descriptions of the ends of the scale. */
  anchors: readonly Anchor[]
  /** `other`: a question for something else, or for a number that cannot be a value of the metric. */
  asks: 'present' | 'past' | 'other'
  /** A number that the coach suggests: "so a six?" */
  guess: Token | undefined
  /** Asks only for the present value, so the scale of the previous question applies. */
  isPlain: boolean
  /** "On the same scale": refers to an earlier question. */
  isSameScale: boolean
  /** Repeats the question without naming the metric: "and where is it today?" */
  asksAgain: boolean
  /** Small talk, which no rating answers. */
  isAside: boolean
  /** A question rather than a statement. */
  isAsked: boolean
  tokens: readonly Token[]
}

/** Tokens searched at the end of a turn, and before the topic of the question. */
const maxTokens = 150
const maxBefore = 12

/** Undefined for a turn without a question or a number. */
export function questionIn(turn: readonly Token[]): Question | undefined {
  const sentences = toSentences(turn.slice(-maxTokens))
  const named = sentences.findLast((it) => it.some(isTopic))
  // "Let's start with sleep. Zero to ten?"
  const isAlone =
    !sentences.some((it) => it.some(isTopic) && isAsking(it)) &&
    isAbove.test(toSigns(sentences.at(-1) ?? []))
  const asking = sentences.filter((it) => isAsking(it) || (isAlone && it === named))
  const hasScale = asking.some((it) => it.some(isTopic) && it.some(isScale))
  const about = asking.filter(
    (it) => it.some(isTopic) || anchorsIn(it).length || (!hasScale && it.some(isScale)),
  )
  const last = asking.at(-1) ?? []
  const tokens = (about.length ? about : [last]).flatMap(fromQuestion)
  if (!tokens.length) return undefined
  const signs = toSigns(tokens)
  const anchors = anchorsIn(tokens)
  const described = new Set(anchors.flatMap((it) => it.tokens))
  const topicsIn = (some: readonly Token[]) => [
    ...new Set(some.flatMap(({ named }) => named?.topic ?? [])),
  ]
  // "If zero is sad and ten is happy, how is your mood?"
  const own = topicsIn(tokens.filter((it) => !described.has(it)))
  const topics = own.length ? own : topicsIn(tokens).filter(({ metric }) => metric)
  const [number, second] = tokens.filter(
    (it, at) =>
      it.kind === 'number' &&
      !anchors.some((anchor) => anchor.number === it) &&
      isNothingCounted(tokens, at),
  )
  const guess = number && !second && isPutForward(signs) ? number : undefined
  const scale = tokens.find(isScale)?.scale ?? scaleOfAnchors(anchors) ?? guess?.scale
  const isOther =
    (about.length > 0 && !about.includes(last) && isNewQuestion.test(toSigns(last))) ||
    isOtherQuestion(signs, topics) ||
    (topics.length > 0 && number !== guess) ||
    tokens.some(({ kind }) => kind === 'range') ||
    !topics.every((topic) => isAscending(anchors, scale, topic))
  return {
    topics,
    scale,
    anchors,
    guess,
    tokens,
    asks: isOther ? 'other' : isPast(signs.replace(untilNow, '')) ? 'past' : 'present',
    isPlain: plain.test(signs),
    isSameScale: /(?:same|our|usual) scale(?: |$)/.test(signs),
    asksAgain: again.test(signs),
    isAside: !topics.length && !scale && !isOther && !isPast(signs) && !quantity.test(signs),
    isAsked: asking.some((it) => it.at(-1)?.end === '?' || asks.test(toSigns(it))),
  }
}

const isTopic = ({ kind }: Token) => kind === 'topic'
const isScale = ({ kind }: Token) => kind === 'scale'

/** Speech without punctuation is one sentence: drops what precedes the question. */
function fromQuestion(sentence: readonly Token[]) {
  const topic = sentence.findIndex(isTopic)
  const scale = sentence.slice(0, topic < 0 ? undefined : topic).findLastIndex(isScale)
  const first = Math.max(0, scale < 0 ? topic : scale)
  const from = Math.max(0, first - maxBefore)
  const pause = sentence.slice(from, first).findLastIndex(({ text }) => pauses.test(text))
  return sentence.slice(from + pause + 1)
}
const pauses = /^(?:so|okay|ok|alright)$/

/** Without a question mark, a question is recognized by its words. */
const isAsking = (sentence: readonly Token[]) =>
  sentence.at(-1)?.end === '?' || askingWords.test(toSigns(sentence))
const askingWords = new RegExp(
  `${has("how, what, what's, where, which, rate, number, put, tell, ~, #").source}|^(?:(?:okay|ok|so|and|now|then) )*(?:your |the )?@`,
)

/** Words that may follow "how" or the name of a metric. Any others ask for something else. */
const otherHow = new RegExp(
  `(?:^| )how (?!${anyOf(`is, are, was, were, has, have, had, do, does, did, would, about, high, strong, good
  well, full, bad, badly, @v?, much @, much of @, much of your @ is (?:left|back|there|still), many ~`)}(?: |$))`,
)
const otherVerb = new RegExp(
  `(?:^| )how (?:[a-z]+ |@v? )?(?:do|did|would|could|can) (?:you|i) (?:[a-z]+ly )?(?!${anyOf(`@, feel, rate, put
  place, say, describe, judge, score, see, give, call, have`)})`,
)
const otherNoun = new RegExp(
  `@ (?!${anyOf(`level, levels, wise, quality, score, is, are, was, were, has, have, had, been, do, does, did, would, be
  this, these, that, today, tonight, right, at (?:the moment|work|present|this|[;.?]), on, from, over
  in (?:the (?:last|past)|these|this|general|your|~), of yours, since, now, lately, when, about, with, and, or, out, like, again, as
  for, during, then, you, the, also, please, currently, so, overall, to, same, across, first, second, feel, feels, after, ~, #, [;.?]`)}(?: |$)|$)`,
)
const otherWords =
  has(`too (?:much|little|high), enough, importan(?:t|ce), confiden(?:t|ce), read(?:y|iness), likely, motivated, willing
  satisfied, matters?, helps?, makes?, keeps?, causes?, improve, changes?, needs?, affects?, lower, raise, reduce, get, got, highest, lowest
  most you, peak, lack, without, unless, trouble, problems?, at (?:it's|your) (?:best|worst|lowest|highest|most), at (?:what|which)
  would be (?:okay|ok|fine|good|enough|acceptable|realistic|right), many(?! ~), long, (?:on|of) (?:a|the|some) (?:good |bad )?days?
  in the (?:mornings?|afternoons?|evenings?|night), at (?:night|home), my @, mine
  (?:is|was|are|were) (?:the|that|this) (?!number|score|rating|level|week|month|year)[a-z]+ (?:for|on) (?:your )?@, afraid, would (?:you )?have, as a (?:child|teenager|student), ever`)
const aboutPhrase = /(?<!how |what )\babout (?:the |your |that |this |all )?[a-z]+/g

function isOtherQuestion(signs: string, topics: readonly Topic[]) {
  const own = signs.replaceAll(aboutPhrase, '').replaceAll(meanings, '')
  const isTurned =
    / how bad(?:ly)? /.test(` ${own}`) && topics.some(({ isGood }) => isGood !== false)
  return (
    isTurned ||
    isAboutOthers(own) ||
    [otherHow, otherVerb, otherNoun, otherWords].some((it) => it.test(own))
  )
}

const matchOnly = (list: string) => new RegExp(`^(?:${anyOf(list)}(?: |$))+$`)
const plain =
  matchOnly(`and, so, now, then, okay, ok, well, also, thank you, thanks, [;.?], how, what, what's, where, which, about, is, are
  was, were, be, been, has, have, do, does, did, would, could, can, you, your, yourself, the, a, an, of, for, on, in, at, to, from, it, that
  this, these, week, weeks, days, today, now, currently, moment, lately, right, feel, feeling, rate, put, give, say, tell, me, place, see
  score, number, figure, value, scale, same, level, with, by, high, good, strong, much, again, next, overall, general, work, after
  @, @v, ~`)
/** Refers to the metric in the sentence before it. */
const isAbove = new RegExp(`${plain.source}|(?:^| )(?:give|rate|put|place) (?:it|that) `)
const again = new RegExp(
  `${
    has(`numbers?, scale, (?:that|it) would be an?, score, rate (?:it|that|this|yourself)
   what would you say, where would you (?:put|place) (?:it|that)
   comes to (?:your )?mind, where does (?:it|that|this) (?:put|leave) you, gut feeling, rough(?:ly)?`)
      .source
  }|^(?:${anyOf(`a, and
  so, okay, then, ;, how about, what about, where, is, are, it, that, you, would, put, say, #`)} )*${anyOf(`now, today, at the moment
  right now, these days, currently, this week`)}(?: \\?)?$|^(?:(?:hm|hmm|mm|and|so|well|yes) ?)+\\?$|^and (?:you|yourself|yours) \\?$`,
)
const asks = has(
  `how, what, what's, where, which, who, why, when, did, do you, would you, could you, can you, tell me`,
)
/** "That is more than last time, and now, from zero to ten?" */
const untilNow = /.*(?:^| )(?:now|today|currently|these days|at the moment)(?= )/
/** Asks for a number or a name of something else: "which bus", "how old". */
const quantity = has(
  'how, which, when, where, rate, grade, score, what [a-z]+ (?:do|did|does|is|was|are)',
)
const isNewQuestion = new RegExp(
  `${has('when, how, why, who, did, what, where').source}(?!.* (?:say|number|you put)| are you(?: right)?(?: now| today)? \\?).*\\?$`,
)

/** "So a six out of ten for your sleep?" */
const saidBack =
  matchOnly(`[;.?], so, let, us, let's, a, an, that, that's, about, then, would, be, shall, should, we, say, is, it, it's, you
  you'd, you're, are, me, something, to, fair, understand, understood, correctly, hearing, fit, fits, do, at, for, your, the, right, okay, ok, thank, thanks, i, hear, heard, did, see, maybe, more, like, this, week, today, now
  mean, alright, and, um, uh, well, put, write, note, down, call, give, yes, good, almost, again, still, there, sounds, as, if, around, @v?, ~, #`)
const guessed = /(?:^| )(?:i would|i'd|if i|i have|i had|to guess|my guess) .*#/
const isPutForward = (signs: string) =>
  saidBack.test(signs) || (guessed.test(signs) && !/(?:^| )(?:my|mine) @/.test(signs))
