import type { SpokenMetric } from '#contract/definitions/metric-names.ts'
import { answerIn, type Candidate, suggestedByCoach } from './answer.ts'
import { anyOf, has, isConditional, isPast } from './patterns.ts'
import { anchorsIn, isAscending } from './anchors.ts'
import { type Question, questionIn } from './question.ts'
import { type Scale, toShare, toValue } from './scale.ts'
import { toSentences, toSigns, type Token, tokenize } from './tokens.ts'
import { type Names, namesFor, type Topic } from './topics.ts'
import type { Metric } from '../../../providers/llm/llm.ts'
import { type Turn, turnsWithRoles } from './turns-with-roles.ts'
import { isDistinctive } from '#contract/rules/find-quote.ts'
import { significantWords } from '#contract/rules/quote-words.ts'

export type Read = { values: { key: string; value: number; quotes: string[] }[] }
/** `value` is undefined while it is ambiguous. `turns`: indexes of the client's turns that say it. */
export type Rating = { value: number | undefined; turns: readonly number[] }

/**
 * Extracts metric values that the client stated as numbers, by rules: a question with its scale and a present rating
 * (docs/product.md, "Spoken numbers"). Precision before recall: an ambiguous metric or number gives no value.
 * `others`: metrics that are not requested; numbers next to their names belong to them.
 */
export function readNumbers(
  text: string,
  metrics: readonly Metric[],
  others: readonly SpokenMetric[] = [],
): Read {
  const names = namesFor(metrics, others)
  const turns = withAskers(turnsWithRoles(text).map((turn, at) => parsed(turn, at, names)))
  const reader = new Reader()
  for (const turn of turns) {
    if (turn.who === 'unknown' && questionIn(turn.tokens)?.scale) reader.ask(turn)
    else reader.read(turn)
  }
  return { values: reader.values() }
}

/**
 * The ratings of metrics in turns whose speakers are known, by key, and the numbers in each turn. Where nobody mentions a
 * scale, numbers up to ten are out of ten, and others out of a hundred.
 */
export function readRatings(
  turns: readonly Turn[],
  metrics: readonly Metric[],
  others: readonly SpokenMetric[],
) {
  const names = namesFor(metrics, others)
  const read = turns.map((turn, at) => parsed(turn, at, names))
  const reader = new Reader(assumedScale(read))
  for (const turn of read) reader.read(turn)
  return { ratings: reader.ratings(), numbers: read.map(({ tokens }) => numbersIn(tokens)) }
}

/** `isSure`: the speaker is labelled as the client, not inferred. */
type Parsed = Pick<Turn, 'who' | 'speaker'> & {
  at: number
  text: string
  tokens: Token[]
  isSure: boolean
}

function parsed({ who, speaker, lines }: Turn, at: number, names: Names): Parsed {
  const text = lines.join('\n')
  return { who, speaker, at, text, tokens: tokenize(text, names), isSure: who === 'client' }
}

const ten: Scale = { low: 0, high: 10 }
const hundred: Scale = { low: 0, high: 100 }

/** The scale of a number where none is mentioned; undefined if the turns mention another scale or describe its ends. */
function assumedScale(turns: readonly Parsed[]) {
  const isOther = ({ scale }: Token) => scale && ![ten.high, hundred.high].includes(scale.high)
  const isKnown = turns.some(
    ({ tokens }) =>
      anchorsIn(tokens).length > 0 || tokens.some((it) => it.kind !== 'range' && isOther(it)),
  )
  return isKnown ? undefined : (number: number) => (number <= ten.high ? ten : hundred)
}

/** Numbers and ranges; "one" before a word is none ("one evening"). */
const numbersIn = (tokens: readonly Token[]) =>
  tokens.filter(
    ({ kind, text, scale, end }, at) =>
      kind === 'range' ||
      (kind === 'number' && !(text === 'one' && !scale && !end && tokens[at + 1]?.kind === 'word')),
  )

/** If one of two unlabelled speakers asks for ratings and the other never does, the first is the coach. */
function withAskers(turns: readonly Parsed[]): Parsed[] {
  const isUnknown = ({ who, speaker }: Parsed) => who === 'unknown' && speaker !== null
  const askers = new Set(
    turns
      .filter((turn) => {
        const question = isUnknown(turn) ? questionIn(turn.tokens) : undefined
        return question?.scale && question.asks !== 'other'
      })
      .map(({ speaker }) => speaker),
  )
  return turns.map((turn) => {
    if (!isUnknown(turn)) return turn
    if (askers.size !== 1) return { ...turn, who: 'other' }
    return { ...turn, who: askers.has(turn.speaker) ? 'coach' : 'client' }
  })
}

/** A question with its turn, for the quotes. */
type Asked = Question & { turn: Parsed }
/** A number with its turn. `agreed`: the turn in which the client confirms the coach's number. */
type Said = Candidate & { turn: Parsed; agreed?: Parsed }
/** The state of a metric. `value` is undefined while it is ambiguous: several numbers, or a range. */
type Reading = {
  topic: Topic
  value: number | undefined
  turns: number[]
  range: Scale | undefined
  quotes: () => string[]
}

class Reader {
  /** The last question about a metric, which may be several turns old. */
  #asked: Asked | undefined
  /** Whether the next number answers `#asked`. */
  #isActive = false
  /** Whether `#asked` waits for its answer while they talk about other things. */
  #isPending = false
  /** The scales of the previous question and of the last question with a scale. */
  #before: Pick<Question, 'scale' | 'anchors'> | undefined
  #scaled: Pick<Question, 'scale' | 'anchors'> | undefined
  /** A number that the coach suggested, until the next turn of the client. */
  #guess: Said | undefined
  readonly #readings = new Map<string, Reading>()
  /** The scale of a number where none is mentioned; missing: such a number gives no value. */
  readonly #assumed: ((number: number) => Scale) | undefined

  constructor(assumed?: (number: number) => Scale) {
    this.#assumed = assumed
  }

  read(turn: Parsed) {
    if (turn.who === 'coach') this.ask(turn)
    else if (turn.who === 'client' || turn.who === 'unknown') this.answer(turn)
  }

  ask(turn: Parsed) {
    const question = questionIn(turn.tokens)
    this.#guess = undefined
    if (!question) return
    const { topics, guess, asks } = question
    if (guess && asks === 'present')
      this.#guess = { ...suggestedByCoach, token: guess, topics, turn }
    if (guess && !(topics.length && question.scale)) return
    const scale = question.scale ?? this.#carriedScale(question)
    if (topics.length) this.#begin(asks === 'other' ? undefined : { ...question, turn, scale })
    else if (asks !== 'other' && this.#asked && (question.scale || question.asksAgain))
      this.#begin({ ...this.#asked, scale: question.scale ?? this.#asked.scale, asks })
    else if (question.isAsked || question.scale) {
      this.#isPending = (this.#isActive || this.#isPending) && question.isAside
      this.#isActive = false
      this.#before = asks === 'other' ? undefined : question
    }
  }

  #carriedScale({ topics, isPlain, isSameScale, guess }: Question) {
    const { scale, anchors = [] } = (isSameScale ? this.#scaled : this.#before) ?? {}
    const isGood = isPlain || isSameScale || guess
    return isGood && topics.every((it) => isAscending(anchors, scale, it)) ? scale : undefined
  }

  #begin(asked: Asked | undefined) {
    this.#asked = asked
    this.#isActive = asked !== undefined
    this.#isPending = false
    this.#before = asked
    if (asked?.scale) this.#scaled = asked
  }

  answer(turn: Parsed) {
    const guess = this.#guess
    this.#guess = undefined
    const { candidates, isOpen, withdrawn } = answerIn(turn.tokens)
    const said: Said[] = candidates.map((it) => ({ ...it, turn }))
    if (guess && !said.length && isAgreed(turn.tokens)) said.push({ ...guess, agreed: turn })
    for (const one of said) for (const topic of this.#topicsOf(one)) this.#settle(topic, one)
    const open = isOpen && this.#isActive ? (this.#asked?.topics ?? []) : []
    for (const { id } of [...withdrawn, ...open]) this.#readings.delete(id)
  }

  /** The metrics that a number rates. */
  #topicsOf({ topics, beside, mentioned, turn, ...one }: Said): readonly Topic[] {
    const asked = this.#asked?.asks === 'present' ? this.#asked : undefined
    const all = asked?.topics ?? []
    const areAsked = (some: readonly Topic[]) =>
      some.length > 0 && some.every((it) => all.includes(it))
    if (topics === 'both') return this.#isActive && all.length === 2 ? all : []
    if (topics.length) {
      const isAsked = (asked && this.#isActive) || areAsked(topics)
      return isAsked || (turn.isSure && (one.scale ?? this.#assumed)) ? topics : []
    }
    const isAnswer = this.#isActive || one.isRevision || (this.#isPending && one.isLate)
    if (!isAnswer) return areAsked(mentioned) ? mentioned : []
    const meant = all.length > 1 && beside.length === 1 ? beside : all
    const isOne = meant.length === 1 && [...meant, ...beside].every((it) => all.includes(it))
    return isOne && (one.isPlain || asked?.scale) ? meant : []
  }

  #settle(topic: Topic, { token, isCorrection, ...of }: Said) {
    const scale = of.scale ?? this.#asked?.scale ?? this.#assumed?.(token.value)
    const asks = this.#asked?.scale?.high
    // "One out of seven" does not answer a question about zero to ten.
    if (token.scale && asks && ![asks, 10, 100].includes(token.scale.high)) return
    const share = scale && toShare(token.value, scale)
    const isRange = token.kind === 'range'
    if (!topic.metric || (!isRange && share === undefined)) return
    const before = this.#readings.get(topic.id)
    const { range } = before ?? {}
    const { at } = of.agreed ?? of.turn
    const isInRange = range && token.value >= range.low && token.value <= range.high
    const value = isRange || share === undefined ? undefined : toValue(share, topic.metric)
    if (before && !isRange && !isCorrection && !isInRange) {
      if (before.value !== value) before.value = undefined
      before.turns.push(at)
      return
    }
    const asked = this.#asked?.topics.includes(topic) ? this.#asked : undefined
    const quotes = () => [
      ...(asked ? answerQuotes(asked.turn.text, asked.tokens) : []),
      ...quoteAround(of.turn.text, of.turn.tokens, token),
      ...(of.agreed ? answerQuotes(of.agreed.text, toSentences(of.agreed.tokens)[0] ?? []) : []),
    ]
    const kept = isRange ? token.scale : undefined
    this.#readings.set(topic.id, { topic, value, turns: [at], range: kept, quotes })
  }

  ratings(): ReadonlyMap<string, Rating> {
    return this.#readings
  }

  values() {
    return [...this.#readings.values()].flatMap(({ topic: { metric }, value, quotes }) =>
      metric && value !== undefined ? [{ key: metric.key, value, quotes: quotes() }] : [],
    )
  }
}

const fillers = `(?:${anyOf('um, uh, oh, well, hm, hmm, mm, and, ;')} )*`
const agrees = new RegExp(
  `^${fillers}${anyOf(`yes, yeah, yep, exactly, (?:right|sure|true|correct)(?= [.]|$), absolutely, precisely, indeed, spot on, please do
  (?:that's|that is|that|it|that would be|this is|sounds|about)(?: sounds| feels| seems| looks)?(?: about| pretty much)? (?:right|it|fits|fair|correct|accurate)
  i (?:would|think so), i'd say so, (?:about|around|something like) that ; (?:yes|yeah)`)}(?= |$)`,
)
const refuses = new RegExp(
  `${has("no, not, nope, don't, isn't, if, but, hm, hmm, depends, rather, more, less, higher, lower").source}|^yeah (?:; )?right(?: [.;]|$)`,
)

/** Accepts "Yes, that's right", but not "yes and no" or "yeah, right". */
function isAgreed(tokens: readonly Token[]) {
  const signs = toSigns(tokens.slice(0, 8))
  const isPresent = !isPast(signs) && !isConditional(signs.replace(/ \.$/, ''))
  return agrees.test(signs) && !refuses.test(signs) && isPresent
}

/** Tokens before and after the number that are quoted from a long sentence. */
const maxBefore = 12
const maxAfter = 6

/** Quotes the tokens of a turn word for word: one quote per sentence and line with a word. */
const answerQuotes = (text: string, tokens: readonly Token[]) =>
  toSentences(tokens).flatMap((sentence) => {
    const from = sentence[0]?.from ?? 0
    const last = sentence.at(-1)?.to ?? from
    const to = last + (/^[%.?!]/.test(text.slice(last, last + 1)) ? 1 : 0)
    let at = from
    return text
      .slice(from, to)
      .split('\n')
      .map((part) => {
        const start = at
        at += part.length + 1
        // One or two words can only be matched as a whole line.
        return isDistinctive(significantWords(part)) ? part : lineAt(text, start)
      })
      .filter((part) => /[\p{L}\p{N}]/u.test(part))
  })

function lineAt(text: string, at: number) {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end)
}

/** Quotes the sentence of a number, or the words around it. */
function quoteAround(text: string, tokens: readonly Token[], number: Token) {
  const sentence = toSentences(tokens).find((it) => it.includes(number)) ?? [number]
  const at = sentence.indexOf(number)
  return answerQuotes(text, sentence.slice(Math.max(0, at - maxBefore), at + maxAfter + 1))
}
