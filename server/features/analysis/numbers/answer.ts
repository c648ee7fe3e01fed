import { has, isConditional, isAboutOthers, isPast } from './patterns.ts'
import {
  isFactualQuestion,
  changes,
  isBare,
  isClientsQuestion,
  isDenied,
  isDoubted,
  isExcluded,
  isFollowed,
  isFramed,
  isLabelled,
  isNow,
  isOfTopic,
  isOwn,
  isPlain,
  isQualified,
  isConcluded,
  isRated,
  isSaid,
  isRecounted,
  isRevision,
  isWithdrawn,
  isUndecided,
  retracts,
  correctsNumber,
  untilNow,
} from './phrases.ts'
import type { Scale } from './scale.ts'
import { toSigns, type Token } from './tokens.ts'
import type { Topic } from './topics.ts'

/** A number or range with which the client may rate their present state. */
export type Candidate = {
  token: Token
  /** The scale, if the client mentions one ("out of ten"). */
  scale: Scale | undefined
  /** The metrics that the client names for it; `both`: the two that were asked for. */
  topics: readonly Topic[] | 'both'
  /** Other metrics in the same sentence, which the number may belong to. */
  beside: readonly Topic[]
  /** The metrics in the previous sentence: "You asked about my sleep. Five." */
  mentioned: readonly Topic[]
  /** Replaces the previous number. */
  isCorrection: boolean
  /** "Make it a three": may follow the question by several turns. */
  isRevision: boolean
  /** Its sentence has nothing else before it. */
  isPlain: boolean
  /** "So a six", "Yes, today. I'd say six": comes back to the question after small talk. */
  isLate: boolean
}

/** The fields of a number that the coach suggests and the client confirms. */
export const suggestedByCoach = {
  beside: [],
  mentioned: [],
  scale: undefined,
  isCorrection: true,
  isPlain: true,
  isLate: false,
  isRevision: false,
}

/** The ratings in one turn of the client. */
export type Answer = {
  candidates: Candidate[]
  /** The turn ends with a retraction. */
  isOpen: boolean
  /** Metrics whose number is retracted without a new one. */
  withdrawn: Topic[]
}

/** Context of a number, in tokens. */
const maxBefore = 40
const maxAfter = 16
/** Longest short question of the client ("Yesterday?"). */
const maxShortQuestionTokens = 4

export function answerIn(tokens: readonly Token[]): Answer {
  const answer: Answer = { candidates: [], isOpen: false, withdrawn: [] }
  const context: Context = {
    ...{ behind: 0, changed: [], mentioned: [], scale: undefined },
    counted: new Set(),
  }
  let wasAsked = false
  for (const { start, end } of sentencesIn(tokens)) {
    const sentence = tokens.slice(start, end)
    const last = readSentence(tokens, { start, end, wasAsked }, answer, context)
    const rest = sentence.slice(last - start).slice(-maxBefore)
    const [other] = nounsIn(rest)
    const signs = toSigns(rest)
    if (depends.test(signs)) return { ...answer, candidates: [], isOpen: true }
    const isSaid = context.behind > start
    if (other && !isSaid && changes.test(toSigns(sentence.slice(-maxBefore))))
      context.changed = [other]
    else if (other && answer.candidates.length && retracts.test(signs)) {
      answer.candidates.pop()
      answer.withdrawn.push(other)
      answer.isOpen = true
    } else if (other && isUndecided.test(signs)) answer.withdrawn.push(other)
    else if (isUndecided.test(signs))
      answer.isOpen ||= answer.candidates.length > 0 || isWithdrawn.test(signs)
    context.mentioned = isSaid ? [] : nounsIn(sentence)
    wasAsked = isFactualQuestion.test(signs)
  }
  return answer
}

/** State within a turn. `behind`: the end of the last candidate; `changed`: the metrics of the next number; `counted`: "four exams". */
type Context = {
  behind: number
  changed: readonly Topic[]
  mentioned: readonly Topic[]
  scale: Scale | undefined
  counted: Set<number>
}
type Span = { start: number; end: number; wasAsked: boolean }

/** Adds the candidates of a sentence. Returns the index after its last number. */
function readSentence(
  tokens: readonly Token[],
  { start, end, wasAsked }: Span,
  answer: Answer,
  context: Context,
) {
  let from = start
  let wasRejected = wasAsked
  for (let at = start; at < end; at++) {
    const token = tokens[at]
    if (token?.kind === 'scale') context.scale = token.scale
    if (!token || !isNumber(token)) continue
    const before = tokens.slice(Math.max(from, at - maxBefore), at)
    const candidate = candidateAt(tokens, at, before, {
      start,
      isFirst: from === start,
      wasRejected,
    })
    if (!isNothingCounted(tokens, at)) context.counted.add(token.value)
    // "Four exams. Four!"
    const isRepeated = context.counted.has(token.value) && !isRated.test(`${toSigns(before)} `)
    if (candidate && !isRepeated) {
      const since = tokens.slice(Math.max(context.behind, at - maxBefore), at)
      answer.candidates.push({
        ...candidate,
        topics: candidate.topics.length ? candidate.topics : context.changed,
        mentioned: context.mentioned,
        scale: token.kind === 'number' ? (token.scale ?? context.scale) : undefined,
        isCorrection: correctsNumber.test(toSigns(since)),
      })
      answer.isOpen = false
      context.behind = at + 1
    }
    wasRejected = !candidate
    from = at + 1
  }
  return from
}

/** The spans of sentences. "Yesterday? A four." is one span: the question limits the answer. */
function sentencesIn(tokens: readonly Token[]) {
  const spans: { start: number; end: number }[] = []
  let start = 0
  for (const [at, { end }] of tokens.entries()) {
    const isLast = at === tokens.length - 1
    const isAside =
      end === '?' &&
      at - start < maxShortQuestionTokens &&
      !tokens.slice(start, at + 1).some(isNumber)
    if (!isLast && (isAside || (end !== '.' && end !== '?'))) continue
    spans.push({ start, end: at + 1 })
    start = at + 1
  }
  return spans
}

const isNumber = ({ kind }: Token) => kind === 'number' || kind === 'range'

const depends = has('depends')
const both = has('both')

const nounsIn = (tokens: readonly Token[]) => [
  ...new Set(tokens.flatMap(({ named }) => (named?.isNoun ? named.topic : []))),
]

const signsBehind = (tokens: readonly Token[], at: number) =>
  toSigns(tokens.slice(at, at + maxAfter)).replace(/^#+ ?/, '')
export const isNothingCounted = (tokens: readonly Token[], at: number) =>
  isFollowed.test(signsBehind(tokens, at))

/** `start`: of its sentence; `isFirst`: the first number of it; `wasRejected`: the number before it was no rating. */
function candidateAt(
  tokens: readonly Token[],
  at: number,
  before: readonly Token[],
  { start, isFirst, wasRejected }: { start: number; isFirst: boolean; wasRejected: boolean },
): Omit<Candidate, 'scale' | 'mentioned' | 'isCorrection'> | undefined {
  const token = tokens[at]
  const left = before.length ? `${toSigns(before)} ` : ''
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
    isRecounted.test(right) ||
    isQualified(right)
  )
    return undefined
  const present = left.replace(untilNow, '')
  if ((isPast(present) && !isNow.test(right)) || isAboutOthers(present) || isConditional(present))
    return undefined
  const isBoth = both.test(left) || /^(?:; )?(?:for |in )?both/.test(right)
  const behind = /^for (?:(?:my|the) )?@/.test(right) ? nounsIn(tokens.slice(at + 1, at + 4)) : []
  const named = nounsIn(before)
  const topics = isBoth ? 'both' : behind.length || !ofTopic ? behind : named.slice(-1)
  const beside = topics.length ? [] : named
  return {
    ...{ token, topics, beside },
    isRevision: isRevision.test(left),
    isPlain: isPlain.test(left),
    isLate: isConcluded.test(left) || (start > 0 && isSaid.test(left)),
  }
}
