/**
 * Patterns over the output of `toSigns`, written as lists of regular expressions, separated by commas or line breaks.
 * Signs are separated by single spaces.
 */
export const anyOf = (list: string) =>
  `(?:${list
    .trim()
    .split(/\s*[,\n]\s*/)
    .join('|')})`
export const has = (list: string) => new RegExp(`(?:^| )${anyOf(list)}(?= |$)`)
export const begins = (list: string) => new RegExp(`^${anyOf(list)}(?= |$)`)

const seasons =
  anyOf(`monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march, april, may, june
  july, august, september, october, november, december, christmas, easter, spring, summer, autumn, winter, holidays?
  the beginning, the start`)
const past =
  has(`yesterday, ago, before(?! (?:we|you|i) (?:start|begin|go|finish|forget|leave)), previously, earlier, formerly, used to, back then, (?:was|were) then
  after (?:the|a|that|my|our|lunch|breakfast|dinner), when (?:i|we|you|it) (?:first )?(?:[a-z]+ed|was|were|came|met|began|had|felt|woke|got|went|left|saw)
  (?:we|you|i) (?:first )?(?:met|started|began|came)
  (?:last|past) (?:few )?(?:days?|nights?|weeks?|months?|years?|time|session), (?:last|in|on|at|by|around|until) ${seasons}`)
/** "Over the last week" and "this past week" include the present. */
const upToNow =
  /(?:(?:over|in|during|for|across) (?:the|these|this)|this) (?:last|past) (?:few )?(?:days|nights|weeks?)(?! of)/g
export const isPast = (signs: string) => past.test(signs.replaceAll(upToNow, 'lately'))

/** Ratings of other people or things, and wishes. */
const others =
  has(`he, she, they, him, her, his, them, their, (?:he|she|they)'[a-z]+, someone, somebody, everyone, everybody, people
  wife, husband, partner, spouse, girlfriend, boyfriend, mother, father, mum, mom, dad, parents, sister, brother, son, daughter
  child, children, kids?, family, friends?, boss, manager, supervisor, colleagues?, cowork(?:er|ers), team, doctor, therapist
  clients?, (?!(?:it|that|what|how|where|there|here|let|who|she|he)'s)[a-z]+'s
  film, movie, book, show, series, game, meal, food, restaurant, app, song, match, hotel, exam, test, office, company
  wish, hope, hoping, ideal, ideally, goal, target, aim, tomorrow, future, expect, want, wanted, should
  (?:you|i|to|would|you'd|i'd) (?:like|love|prefer) (?:to|it|your|my|that|@), (?:next|coming) (?:week|month|year|time)`)
export const isAboutOthers = (signs: string) => others.test(signs)

/** Conditions, certain days, or one part of the day or of life: "in the morning a three". */
const conditions =
  has(`if(?! (?:i'm|i am) honest| you ask| i had to), unless, without, when (?:i|we|you|it), depends, usually, normally, typically, sometimes
  (?:most|some) (?:days|nights|weeks), every [a-z]+, often, would have, compared, (?:on|in) (?:a|the|some) (?:good|bad|best|worst|normal|busy) (?:days?|nights?|weeks?)`)
const parts =
  /(?:^|[;.?] |and |but )(?:in|at|on|by|during|with|for) (?:the |my |a )?(?!an? ?$|moment|whole|average|scale|now|@)[a-z]+(?: [;?])? ?(?:$|it |it's |i'd |i |a |an |probably |maybe |about )/
export const isConditional = (signs: string) => conditions.test(signs) || parts.test(signs)
