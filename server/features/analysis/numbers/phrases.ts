import { anyOf, begins, has, isConditional, isPast } from './patterns.ts'

// How a client states a number: patterns over the signs (`toSigns`) before and after it.

/** A question by the client that a number answers without being a rating. */
export const isFactualQuestion =
  /(?:^| )(?:guess|do you know|how (?:many|often|long)|who|when|what time) .*\?$/
export const correctsNumber =
  has(`no, nope, actually, sorry, rather, correction, scratch (?:that|it), hang on, hold on, wait, make (?:it|that)
  (?:let me )?correct (?:it|that), i (?:mean|meant), more like, seriously, honestly, take back, change`)
/** "Can I change the mood one?" assigns the next number to mood. "No sorry, that was mood" does not. */
export const changes = has(
  'change, correct, revise, redo, take back, go back to, fix, update, adjust',
)
export const retracts = has('no, nope, sorry, wait, oops, meant, mixed')
export const isUndecided =
  has(`(?:don't|not|can't|cannot|do not) (?:know|sure|say|tell|certain)(?! why| what| how| who| where), wait
  scratch (?:that|it), hang on, takes? (?:that|it) back, let me think`)

export const isWithdrawn = has('scratch (?:that|it), takes? (?:that|it) back')

// The phrase before a number: openers, a frame such as "I'd say", and modifiers such as "about a".
const some = (list: string) => `(?:${anyOf(list)} )*`
const openers =
  some(`[;.?], um, uh, erm, er, hm, hmm, mm, ah, oh, well, okay, ok, yes, yeah, yep, no, nope, so, and, but, then, now
  (?:today|now|currently) at, today, this week, right now, at the moment, currently, anymore, any more, overall, honestly, hang on, hold on, wait, sorry, actually
  rather, seriously, like, i think, i guess, i suppose, i believe, i mean, you know, let me see, let's see, let me think
  let me correct that, correction, to be honest, all things considered, both, more like, or, scratch that, for sure, in total, me
  if i had to choose, thanks, thank you, good question, of course, because, god, gosh`)
// No phrase may match in two ways: backtracking would take exponential time.
const modifiers = some(`a, an, the, about, around, like, maybe, perhaps, more, just
  still, now, today, again, solid, good, strong, clear, weak, full, big, real, decent, healthy, comfortable, plain, easy, high, low
  say, rather, somewhere, between, from, pretty much, kind of, sort of, more of, something like, closer to, also, both, (?:back )?(?:down|up) (?:at|to(?= an? )), back (?:at|to), down to, at(?= an? )
  to be honest, (?!near|bare|hard|ear|dai|fami|week|month|year)[a-z]+ly, ;`)
const hedges = `(?: ${anyOf('[a-z]+ly, maybe, perhaps, just, still, rather, also, now, have to, then')})*`
const it = '(?:it|that|this|myself|@|(?:my|the) @)'
const i = anyOf(
  "i, i'd, i'll, i would, i will, (?:i'm|i am) going to, i'm gonna, we can, let's, let us, let me",
)
const saying = `(?<!(?:can|could|may|might|shall|should|would) )${i}${hedges} ${anyOf(`say(?: that)?, guess, go (?:with|for)
  give(?: ${it})?, see ${it}(?: at)?, put ${it}(?: at| on| as)?, call it, rate ${it}(?: as| at)?, stick with, stay (?:at|with), settle (?:on|for)
  make (?:it|that)`)}(?: (?:i'm|i am|it's|it is|(?:my )?@ is|@'s)(?: at)?)?`
const being = `(?:(?:it|that|this|which|mine|@|today|this week|number)${hedges} (?:is|was|are|has been|feels|felt)|it's|that's|@'s)${hedges}(?: at| like| on| hovering at| sitting at)?`
const beingAt = `(?:i am|i'm|i was|we are|we're)${hedges} (?:at|on|about|around|hovering(?: at)?|sitting at|somewhere|an?)`
const others = anyOf(
  `more like, (?:i|it) feels? like, i'm feeling like, it (?:has )?(?:dropped|fell|rose|climbed|went (?:up|down)) to, (?:i'm|i am) going (?:with|for), make (?:it|that), call it, give it, (?:^|[;.] )(?:that|it) would be`,
)
const frame = anyOf(`${saying}
${being}
${beingAt}
${others}`)

export const isBare = new RegExp(
  `(?:^|[;?] |(?:^| )${anyOf("and, but, so, because, or, then, no, wait, sorry, actually, now(?= an? ), (?:don't|do not) know")} )${openers}${modifiers}$`,
)
export const isFramed = new RegExp(`(?:^| )${frame} ${modifiers}$`)
export const isRated = new RegExp(`(?:^| )(?:an? |${saying} ${modifiers})$`)
export const isSaid = new RegExp(`(?:^| )${saying} ${modifiers}$`)
/** "So a six" */
export const isConcluded = has('so, anyway, overall, @')
export const isPlain = new RegExp(`^${openers}(?:${frame} )?${modifiers}$`)
export const isOfTopic = new RegExp(
  `(?<!${anyOf('because of, due to, despite, to, without, from, of, about, (?<!start |begin )with, no')} (?:(?:the|my|this|all the) )?)@ ${openers}(?:(?:${frame}|(?:is|was|are|has been|feels)(?: at| like| on)?|at) )?${modifiers}$`,
)
/** "The new mattress, eight": the number belongs to something that is not a metric. */
export const isLabelled = /(?:^|[;.] )(?:the|my|our|this|that) (?:[a-z]+ ){1,2}; (?:an? )?$/
export const isExcluded = new RegExp(
  `(?:^| )${anyOf(`(?:anything|everything|all|any|nothing) but(?: an?)?, (?:not|never)(?: an?)?
  (?:wouldn't|don't|didn't|can't|not|never) (?:really )?(?:say|think|call|give|put|believe|mean)(?: it's| it is| a| an)*`)} $|(?:^|[a-z] )no (?:an? )?$`,
)
export const isRevision = /(?:^| )(?:make|change) (?:it|that) (?:to )?(?:an? )?$/
/** Starts a new statement about the present. */
export const isOwn = has("i'd, i, i'm, it's, now, today, so, but, me, mine, @")
export const untilNow = new RegExp(
  `.*(?:^| )${anyOf('but, now, today, this week, at the moment, currently, these days, so')}(?= )`,
)
export const isNow = begins('now, today, at the moment, this week')
export const isClientsQuestion =
  /^(?:and |so |well )?(?:is|are|does|do|did|can|could|what|what's|how|which|should|would|was|why) /

/** What may follow a rating: "six, I think", but not "six hours". */
export const isFollowed = new RegExp(
  `^$|${
    begins(`[;.?], ish, be (?:fair|right), because, but, and, so, since, though, although, then, i, i'd, i'm, i've, it, it's, that's
  you know, this (?:week|time), today, now, right, at the moment, these days, lately, maybe, probably, perhaps, honestly, really, actually, again
  still, too, also, definitely, for (?:me|now|today|this|both|sure|(?:my|your|the) @|@), or so, or something, please, thanks, thank, yes, yeah
  no, nope, wait, sorry, rather, we, my @, um, uh, hm, hmm, mm, mhm, ah, oh, @ (?:is|was|[;.#]), on (?:the|that|this|your) (?:~|scale)
  ~, on average, overall, if you, as (?:usual|always|well), which, both, easy, of (?:it|that)(?: [;.?]|$), of my @, to be honest, well, seriously, of course, [a-z]+ly`)
      .source
  }`,
)
export const isDenied = new RegExp(
  `^(?:[;.?] )?(?:(?:but|and) (?:i'm )?|just )?${anyOf(`(?:(?:i am|i'm|you are|you're|you must be|you have to be) )?(?:joking|kidding)
  no way, as if, hardly, never, not really, of course not, i wish, i doubt, if not, plus, minus, (?:my|his|her) (?:foot|ass|arse|eye)
  (?:in (?:my|your) )?dreams, dream on, fat chance, get real, forget it, pigs fly, nonsense, rubbish, bullshit, ridiculous
  yeah (?:; )?right(?: [.]|$), very funny, in another life, said (?:no one|nobody), according to, if you ask(?:ed)? (?:my|him|her|them|the)
  (?:# )?at (?:most|least|best|worst), max, maximum, tops, hours?, minutes?, days?, nights?, weeks?, times?, points?
  sometimes, usually, mostly, normally, often`)}(?= |$)|^[;.] (?!${anyOf('yes, always, perhaps, thanks, this')} )[a-z]+s (?:[;.]|$)`,
)
/** "Seven. I mean seven hours": the next words count something. */
const counted = `(?!${anyOf('is, was, has, this, perhaps, yes, always, as, plus, minus')} )(?:[a-z]{2,}s|children|people|men|women)(?= |$)`
export const isRecounted = new RegExp(
  `^[.;] (?:${some(`[;.], well, so, sorry, no, i mean, i meant, that is, meaning, as in, i(?:'m| am) talking about
  i (?:@v|had|have|got|did)`)}# |[^.?#]*i (?:mean|meant) )${counted}|^[.;] that(?:'s| is) (?:hours|minutes|days|nights|times)`,
)
/** "A ten? No way", "Seven? Yeah, right": after a question mark, the number counts only if the client then confirms it. */
export const isDoubted = new RegExp(
  `^\\? .*${has('as if, yeah (?:; )?right, another life, very funny, i wish, dreams, no way, hardly, kidding, joking, not really, never').source}|` +
    `^\\? (?!(?:; )?${anyOf("yes, yeah, i guess, i think, i'd say, i would say, maybe, probably, really, easily, it's, #")}(?: |$))`,
)
/** "A four. That was last week." "Five, on a good day." */
const aside =
  /^[.;] (?:(?:that|it|this) (?:was|is) |(?=(?:on|in|at|with|without|before|after|last) ))([^.;?]*)/
export function isQualified(signs: string) {
  const said = (aside.exec(signs)?.[1] ?? '').trim()
  return isPast(said) || (signs.startsWith(';') && isConditional(said))
}
