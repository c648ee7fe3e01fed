import { anyOf, begins, has, isConditional, isOfOthers, isPast } from './patterns.ts'
import type { Scale } from './scale.ts'
import { signsOf, type Token } from './tokens.ts'
import type { Topic } from './topics.ts'

/** A number, or a range, that the client gives of themselves at present. */
export type Candidate = {
  token: Token
  /** What it is out of, where the client says so. */
  scale: Scale | undefined
  /** The metrics that it is said of, where it says so; "both" are all that were asked for. */
  topics: readonly Topic[] | 'both'
  /** Metrics in the same sentence that could be meant. */
  beside: readonly Topic[]
  /** The metric of the sentence before: "You asked about my sleep. Five." */
  mentioned: readonly Topic[]
  /** It takes the place of the one before. */
  isCorrection: boolean
  /** "Make it a three": also some turns later. */
  isRevision: boolean
  /** Nothing else is said before it in its sentence. */
  isPlain: boolean
}

/** What is known of a number that the coach puts forward and the client agrees to. */
export const putForward = {
  ...{ beside: [], mentioned: [], scale: undefined },
  ...{ isCorrection: true, isPlain: true, isRevision: false },
}

/** What a turn says in numbers. */
export type Answer = {
  candidates: Candidate[]
  /** It ends by taking back what it said. */
  isOpen: boolean
  /** Metrics whose number it takes back without another one. */
  withdrawn: Topic[]
}

/** Tokens before and after a number that are looked at. */
const maxBefore = 40
const maxAfter = 16
/** Tokens of a question that the client answers as well. */
const maxAside = 4

export function answerIn(tokens: readonly Token[]): Answer {
  const answer: Answer = { candidates: [], isOpen: false, withdrawn: [] }
  /** Where the sentence begins, what is said since the last number of it, and since the last candidate. */
  let [sentence, from, behind] = [0, 0, 0]
  let wasRejected = false
  let changed: Topic | undefined
  let mentioned: readonly Topic[] = []
  let scale: Scale | undefined
  const since = (start: number, end: number) => tokens.slice(Math.max(start, end - maxBefore), end)
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'scale') scale = token.scale
    if (token.kind === 'number' || token.kind === 'range') {
      const candidate = candidateAt(tokens, at, since(from, at), {
        isFirst: from === sentence,
        wasRejected,
      })
      if (candidate) {
        if (changed && !candidate.topics.length) candidate.topics = [changed]
        candidate.mentioned = mentioned
        if (token.kind === 'number') candidate.scale = token.scale ?? scale
        candidate.isCorrection = takesBack.test(signsOf(since(behind, at)))
        answer.candidates.push(candidate)
        answer.isOpen = false
        behind = at + 1
      }
      wasRejected = !candidate
      from = at + 1
    }
    if (token.end !== '.' && token.end !== '?' && at < tokens.length - 1) continue
    // "Yesterday? A four.": the question says what the answer is about.
    if (
      token.end === '?' &&
      from === sentence &&
      at - sentence < maxAside &&
      at < tokens.length - 1
    )
      continue
    const rest = since(from, at + 1)
    const [other] = nounsIn(rest)
    const signs = signsOf(rest)
    if (/(?:^| )depends(?: |$)/.test(signs)) return { ...answer, candidates: [], isOpen: true }
    if (other && behind <= sentence && changes.test(signsOf(since(sentence, at + 1))))
      changed = other
    else if (other && answer.candidates.length && retracts.test(signs)) {
      answer.candidates.pop()
      answer.withdrawn.push(other)
      answer.isOpen = true
    } else if (isUndecided.test(signs))
      if (other) answer.withdrawn.push(other)
      else answer.isOpen ||= answer.candidates.length > 0 || isTakenBack.test(signs)
    mentioned = behind > sentence ? [] : nounsIn(since(sentence, at + 1))
    sentence = from = at + 1
    wasRejected = asksAside.test(signs)
  }
  return answer
}

const nounsIn = (tokens: readonly Token[]) => [
  ...new Set(tokens.flatMap(({ named }) => (named?.isNoun ? named.topic : []))),
]

/** A question of the client's whose answer is no rating. */
const asksAside = /(?:^| )(?:guess|do you know|how (?:many|often|long)|who|when|what time) .*\?$/
const takesBack =
  has(`no, nope, actually, sorry, rather, correction, scratch (?:that|it), hang on, hold on, wait, make (?:it|that)
  (?:let me )?correct (?:it|that), i (?:mean|meant), more like, seriously, honestly, take back, change`)
/** "Can I change the mood one?": the next number is its. "No sorry, that was mood": neither has one. */
const changes = has('change, correct, revise, redo, take back, go back to, fix, update, adjust')
const retracts = has('no, nope, sorry, wait, oops, meant, mixed')
const isUndecided =
  has(`(?:don't|not|can't|cannot|do not) (?:know|sure|say|tell|certain)(?! why| what| how| who| where), wait
  scratch (?:that|it), hang on, takes? (?:that|it) back, let me think`)

const isTakenBack = has('scratch (?:that|it), takes? (?:that|it) back')

// How a number is given: openers, a frame such as "I'd say", modifiers such as "about a", and the number.
const some = (list: string) => `(?:${anyOf(list)} )*`
const openers =
  some(`[;.?], um, uh, erm, er, hm, hmm, mm, ah, oh, well, okay, ok, yes, yeah, yep, no, nope, so, and, but, then, now
  today, this week, right now, at the moment, currently, anymore, any more, overall, honestly, hang on, hold on, wait, sorry, actually
  rather, seriously, like, i think, i guess, i suppose, i believe, i mean, you know, let me see, let's see, let me think
  let me correct that, correction, to be honest, all things considered, both, more like, or, scratch that, for sure, in total, me
  if i had to choose, thanks, thank you, good question, of course, because, god, gosh`)
const modifiers =
  some(`a, an, the, about, around, approximately, roughly, like, maybe, perhaps, probably, possibly, more, only, just
  still, now, today, again, solid, good, strong, clear, weak, full, big, real, decent, healthy, comfortable, plain, easy, high, low
  say, rather, somewhere, between, from, pretty much, kind of, sort of, more of, something like, closer to, also, both, definitely
  to be honest, (?!near|bare|hard|ear|dai|fami|week|month|year)[a-z]+ly, ;`)
const hedges = `(?: ${anyOf('[a-z]+ly, maybe, perhaps, just, still, rather, also, now, have to, then')})*`
const it = '(?:it|that|this|myself|@|(?:my|the) @)'
const i = anyOf("i, i'd, i'll, i would, i will, i'm going to, we can, let's, let us, let me")
const saying = `(?<!(?:can|could|may|might|shall|should|would) )${i}${hedges} ${anyOf(`say(?: that)?, guess, go (?:with|for)
  give ${it}, put ${it}(?: at| on| as)?, call it, rate ${it}(?: as| at)?, stick with, stay (?:at|with), settle (?:on|for)
  make (?:it|that)`)}`
const being = `(?:(?:it|that|this|which|mine|@|today|this week|number)${hedges} (?:is|was|are|has been|feels|felt)|it's|that's|@'s)${hedges}(?: at| like| on)?`
const beingAt = `(?:i am|i'm|i was|we are|we're)${hedges} (?:at|on|hovering(?: at)?|sitting at|somewhere|an?)`
const others = anyOf(
  `more like, (?:i|it) feels? like, i'm feeling like, make (?:it|that), call it, give it, (?:^|[;.] )(?:that|it) would be`,
)
const frame = anyOf(`${saying}
${being}
${beingAt}
${others}`)

const isBare = new RegExp(
  `(?:^|[;?] |(?:^| )${anyOf('and, but, so, because, or, then, no, wait, sorry, actually, now(?= an? )')} )${openers}${modifiers}$`,
)
const isFramed = new RegExp(`(?:^| )${frame} ${modifiers}$`)
const isPlain = new RegExp(`^${openers}(?:${frame} )?${modifiers}$`)
const isOfTopic = new RegExp(
  `(?<!${anyOf('because of, due to, despite, to, without, from, of, about, (?<!start |begin )with, no')} (?:(?:the|my|this|all the) )?)@ ${openers}(?:(?:${frame}|(?:is|was|are|has been|feels)(?: at| like| on)?|at) )?${modifiers}$`,
)
/** "The new mattress, eight": something else that has a name. */
const isLabelled = /(?:^|[;.] )(?:the|my|our|this|that) (?:[a-z]+ ){1,2}; (?:an? )?$/
const isExcluded = new RegExp(
  `(?:^| )${anyOf(`(?:anything|everything|all|any|nothing) but(?: an?)?, (?:not|never)(?: an?)?
  (?:wouldn't|don't|didn't|can't|not|never) (?:really )?(?:say|think|call|give|put|believe|mean)(?: it's| it is| a| an)*`)} $|(?:^|[a-z] )no (?:an? )?$`,
)
const isRevision = /(?:^| )(?:make|change) (?:it|that) (?:to )?(?:an? )?$/
/** What begins a thought of its own about the present. */
const isOwn = has("i'd, i, i'm, it's, now, today, so, but, me, mine, @")
const untilNow = new RegExp(
  `.*(?:^| )${anyOf('but, now, today, this week, at the moment, currently, these days, so')}(?= )`,
)
const isNow = begins('now, today, at the moment, this week')
const isClientsQuestion =
  /^(?:and |so |well )?(?:is|are|does|do|did|can|could|what|what's|how|which|should|would|was|why) /

/** What may follow a number that counts nothing: "six, I think", but not "six hours". */
const isFollowed = new RegExp(
  `^$|${
    begins(`[;.?], because, but, and, so, since, though, although, then, i, i'd, i'm, i've, it, it's, that's
  you know, this (?:week|time), today, now, right, at the moment, these days, lately, maybe, probably, perhaps, honestly, really, actually, again
  still, too, also, definitely, for (?:me|now|today|this|both|sure|my @|the @|@), or so, or something, please, thanks, thank, yes, yeah
  no, nope, wait, sorry, rather, we, my @, um, uh, hm, hmm, mm, mhm, ah, oh, @ (?:is|was|[;.#]), on (?:the|that|this|your) (?:~|scale)
  ~, on average, overall, if you, as (?:usual|always|well), which, both, easy, to be honest, well, seriously, of course, [a-z]+ly`)
      .source
  }`,
)
const isDenied = new RegExp(
  `^(?:[;.?] )?(?:(?:but|and) (?:i'm )?|just )?${anyOf(`(?:(?:i am|i'm|you are|you're|you must be|you have to be) )?(?:joking|kidding)
  no way, as if, hardly, never, not really, of course not, i wish, i doubt, if not, plus, minus, (?:my|his|her) (?:foot|ass|arse|eye)
  (?:in (?:my|your) )?dreams, dream on, fat chance, get real, forget it, pigs fly, nonsense, rubbish, bullshit, ridiculous
  yeah (?:; )?right(?: [.]|$), (?:# )?at (?:most|least|best|worst), max, maximum, tops, hours?, minutes?, days?, nights?, weeks?, times?, points?
  sometimes, usually, mostly, normally, often`)}(?= |$)|^[;.] (?!${anyOf('yes, always, perhaps, thanks, this')} )[a-z]+s (?:[;.]|$)`,
)
/** "A ten? No way": only what agrees lets it count. */
const isDoubted = new RegExp(
  `^\\? (?!(?:; )?${anyOf("yes, yeah, i guess, i think, i'd say, i would say, maybe, probably, really, easily, it's, #")}(?: |$))`,
)
/** "A four. That was last week." "Five, on a good day." */
const aside =
  /^[.;] (?:(?:that|it|this) (?:was|is) |(?=(?:on|in|at|with|without|before|after|last) ))([^.;?]*)/
function isQualified(signs: string) {
  const said = (aside.exec(signs)?.[1] ?? '').trim()
  return isPast(said) || (signs.startsWith(';') && isConditional(said))
}

const signsBehind = (tokens: readonly Token[], at: number) =>
  signsOf(tokens.slice(at, at + maxAfter)).replace(/^#+ ?/, '')
export const isNothingCounted = (tokens: readonly Token[], at: number) =>
  isFollowed.test(signsBehind(tokens, at))

/** `isFirst`: no other number stands before it in its sentence; `wasRejected`: one does, and is none of the client's. */
function candidateAt(
  tokens: readonly Token[],
  at: number,
  before: readonly Token[],
  { isFirst, wasRejected }: { isFirst: boolean; wasRejected: boolean },
): Candidate | undefined {
  const token = tokens[at]
  const left = before.length ? `${signsOf(before)} ` : ''
  const right = signsBehind(tokens, at)
  const [framed, ofTopic] = [isFramed.test(left), isOfTopic.test(left)]
  if (!token || !(framed || ofTopic || isBare.test(left))) return undefined
  if (wasRejected && !framed && !isOwn.test(left)) return undefined
  if (isFirst && isExcluded.test(left)) return undefined
  if (isLabelled.test(left) && !ofTopic) return undefined
  if (right.includes('?') && isClientsQuestion.test(left)) return undefined
  if (
    !isFollowed.test(right) ||
    isDenied.test(right) ||
    isDoubted.test(right) ||
    isQualified(right)
  )
    return undefined
  const present = left.replace(untilNow, '')
  if ((isPast(present) && !isNow.test(right)) || isOfOthers(present) || isConditional(present))
    return undefined
  const isBoth = has('both').test(left) || /^(?:; )?(?:for |in )?both/.test(right)
  const behind = /^for (?:(?:my|the) )?@/.test(right) ? nounsIn(tokens.slice(at + 1, at + 4)) : []
  const named = nounsIn(before)
  const topics = isBoth ? 'both' : behind.length || !ofTopic ? behind : named.slice(-1)
  return {
    token,
    topics,
    beside: topics.length ? [] : named,
    isCorrection: false,
    mentioned: [],
    scale: undefined,
    isRevision: isRevision.test(left),
    isPlain: isPlain.test(left),
  }
}
