import type { Spoken } from '#contract/metric-names.ts'
import { answerIn, type Candidate } from './answer.ts'
import { anyOf, has } from './patterns.ts'
import { isUpright } from './anchors.ts'
import { type Question, questionIn } from './question.ts'
import { quoteAround, quotesOf } from './quote.ts'
import { type Scale, shareOf, valueOf } from './scale.ts'
import { sentencesOf, signsOf, type Token, tokensOf } from './tokens.ts'
import { type Metric, type Names, namesFor, type Topic } from './topics.ts'
import { type Turn, turnsWithWho } from './who-speaks.ts'

export type Read = { values: { key: string; value: number; quotes: string[] }[] }

/**
 * The values of metrics that were said in numbers, by rules: a question with its scale, and the client's own present number
 * (product decisions, section 9). Precision before recall: where two metrics or two numbers could be meant there is nothing.
 * `others` are metrics that are not asked for, whose words are theirs.
 */
export function readNumbers(
  text: string,
  metrics: readonly Metric[],
  others: readonly Spoken[] = [],
): Read {
  const names = namesFor(metrics, others)
  const turns = withAskers(turnsWithWho(text).map((turn) => parsed(turn, names)))
  const reader = new Reader()
  for (const turn of turns) {
    if (turn.who === 'coach') reader.ask(turn)
    else if (turn.who === 'client') reader.answer(turn)
    else if (turn.who === 'unknown' && questionIn(turn.tokens)?.scale) reader.ask(turn)
    else if (turn.who === 'unknown') reader.answer(turn)
  }
  return { values: reader.values() }
}

/** `isSure`: it is told, and not only guessed, that the client speaks. */
type Parsed = Pick<Turn, 'who' | 'speaker'> & { text: string; tokens: Token[]; isSure: boolean }

function parsed({ who, speaker, lines }: Turn, names: Names): Parsed {
  const text = lines.join('\n')
  return { who, speaker, text, tokens: tokensOf(text, names), isSure: who === 'client' }
}

/** Of two of whom nobody knows who is who, the one who asks for numbers is the coach, where the other never does. */
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

type Asked = Question & { turn: Parsed }
/** A number that the coach puts forward. */
type Guess = { token: Token; turn: Parsed; topics: readonly Topic[] }
type Given = Pick<Candidate, 'token' | 'isCorrection'> & { turn: Parsed; agreed?: Parsed }
/** What is known of a metric: `value` is undefined while two numbers could be meant, of which a range has both. */
type Reading = {
  topic: Topic
  value: number | undefined
  range: Scale | undefined
  quotes: () => string[]
}

class Reader {
  /** What was asked for last, also some turns ago. */
  #asked: Asked | undefined
  /** The next number answers it. */
  #isActive = false
  /** The question just before: its scale carries over. */
  #before: Pick<Question, 'scale' | 'anchors'> | undefined
  /** Until the client answers. */
  #guess: Guess | undefined
  readonly #readings = new Map<string, Reading>()

  ask(turn: Parsed) {
    const question = questionIn(turn.tokens)
    this.#guess = undefined
    if (!question) return
    const { topics, guess, asks } = question
    if (guess && asks === 'present') this.#guess = { token: guess, turn, topics }
    if (guess && !(topics.length && question.scale)) return
    const scale = question.scale ?? (question.isPlain || guess ? this.#carried(topics) : undefined)
    if (topics.length) this.#begin(asks === 'other' ? undefined : { ...question, turn, scale })
    else if (asks !== 'other' && this.#asked && (question.scale || question.asksAgain))
      this.#begin({ ...this.#asked, scale: question.scale ?? this.#asked.scale, asks: 'present' })
    else if (question.isAsked || question.scale) {
      this.#isActive = false
      this.#before = asks === 'other' ? undefined : question
    }
  }

  #carried(topics: readonly Topic[]) {
    const { scale, anchors = [] } = this.#before ?? {}
    return topics.every((it) => isUpright(anchors, scale, it)) ? scale : undefined
  }

  #begin(asked: Asked | undefined) {
    this.#asked = asked
    this.#isActive = asked !== undefined
    this.#before = asked
  }

  answer(turn: Parsed) {
    const guess = this.#guess
    this.#guess = undefined
    const answer = answerIn(turn.tokens)
    if (guess && !answer.candidates.length) {
      if (isAgreed(turn.tokens)) this.#agree(guess, turn)
      return
    }
    for (const candidate of answer.candidates)
      for (const topic of this.#topicsOf(candidate, turn.isSure))
        this.#settle(topic, { ...candidate, turn })
    const open = answer.isOpen && this.#isActive ? (this.#asked?.topics ?? []) : []
    for (const { id } of [...answer.withdrawn, ...open]) this.#readings.delete(id)
  }

  #agree({ token, topics, turn }: Guess, agreed: Parsed) {
    const [topic, second] = topics.length ? topics : (this.#asked?.topics ?? [])
    if (topic && !second && this.#asked?.asks === 'present')
      this.#settle(topic, { token, turn, agreed, isCorrection: true })
  }

  /** Which metrics a number is said of. */
  #topicsOf(
    { topics, beside, token, isPlain, isRevision }: Candidate,
    isSure: boolean,
  ): readonly Topic[] {
    const asked = this.#asked?.asks === 'present' ? this.#asked : undefined
    const all = asked?.topics ?? []
    if (topics === 'both') return this.#isActive && all.length === 2 ? all : []
    if (topics.length) {
      const isAsked = this.#isActive || topics.every((it) => all.includes(it))
      return (asked && isAsked) || (isSure && token.scale) ? topics : []
    }
    const meant = all.length > 1 && beside.length === 1 ? beside : all
    const isOne = meant.length === 1 && beside.every((it) => all.includes(it))
    return isOne && (isPlain || asked?.scale) && (this.#isActive || isRevision) ? meant : []
  }

  #settle(topic: Topic, { token, isCorrection, turn, agreed }: Given) {
    const scale = token.scale ?? this.#asked?.scale
    const { metric } = topic
    if (!metric) return
    const before = this.#readings.get(topic.id)
    const reading = (of: Pick<Reading, 'value' | 'range'>) =>
      this.#readings.set(topic.id, {
        topic,
        ...of,
        quotes: this.#quotes(topic, token, turn, agreed),
      })
    if (token.kind === 'range') {
      reading({ value: undefined, range: token.scale })
      return
    }
    const share = scale && shareOf(token.value, scale)
    if (share === undefined) return
    const value = valueOf(share, metric)
    const { range } = before ?? {}
    const isInRange = range && token.value >= range.low && token.value <= range.high
    if (!before || isCorrection || isInRange) reading({ value, range: undefined })
    else if (before.value !== value) before.value = undefined
  }

  #quotes(topic: Topic, token: Token, turn: Parsed, agreed?: Parsed) {
    const asked = this.#asked?.topics.includes(topic) ? this.#asked : undefined
    return () => [
      ...(asked ? quotesOf(asked.turn.text, asked.tokens) : []),
      ...quoteAround(turn.text, turn.tokens, token),
      ...(agreed ? quotesOf(agreed.text, sentencesOf(agreed.tokens)[0] ?? []) : []),
    ]
  }

  values() {
    return [...this.#readings.values()].flatMap(({ topic: { metric }, value, quotes }) =>
      metric && value !== undefined ? [{ key: metric.key, value, quotes: quotes() }] : [],
    )
  }
}

const fillers = `(?:${anyOf('um, uh, oh, well, hm, hmm, mm, and, ;')} )*`
const agrees = new RegExp(
  `^${fillers}${anyOf(`yes, yeah, yep, exactly, right, correct, sure, absolutely, precisely, true, indeed
  (?:that's|that is|that) (?:right|it|fits)`)}(?= |$)`,
)
const refuses = new RegExp(
  `${has("no, not, nope, don't, isn't, but, hm, hmm, depends, rather, more, less, higher, lower").source}|^yeah (?:; )?right(?: [.;]|$)`,
)

/** "Yes, that's right", but not "yes and no" and not "yeah, right". */
function isAgreed(tokens: readonly Token[]) {
  const signs = signsOf(tokens.slice(0, 8))
  return agrees.test(signs) && !refuses.test(signs)
}
