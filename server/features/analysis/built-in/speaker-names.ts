import { isQuestion, toSentences } from '../../../providers/transcript/sentences.ts'

export type Turn = { speaker: string | null; text: string }

type Voice = {
  speaker: string
  isFirst: boolean
  /** Number of words spoken. */
  words: number
  questions: number
  /** First-person words. */
  selfWords: number
  coachPhrases: number
  hasGreeted: boolean
}

const greeting =
  /\b(?:good (?:morning|afternoon|evening)|hello|hi|welcome|nice to see you|thank you for coming|thanks for coming)\b/i
const coachPhrase =
  /\b(?:tell me|last time|last session|our session|next session|next week|let us|let's|take care of yourself|thank you for sharing|thanks for sharing|how does that|how did that|what would|would you like|I hear|sounds like|that sounds|notice|small step|what comes up|good work|on a scale)\b/gi
const selfWord = /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself)\b/gi
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Returns the speaker who is more likely the coach. */
type Sign = (one: Voice, other: Voice) => Voice | undefined

const larger =
  (measure: (it: Voice) => number, times: number): Sign =>
  (one, other) => {
    const [more, less] = measure(one) >= measure(other) ? [one, other] : [other, one]
    return measure(more) > 0 && measure(more) >= times * measure(less) ? more : undefined
  }
const smaller =
  (measure: (it: Voice) => number, times: number): Sign =>
  (one, other) => {
    const more = larger(measure, times)(one, other)
    return more && (more === one ? other : one)
  }

/** A coach asks, opens the conversation, talks less about themselves, and leads. */
const signs: readonly Sign[] = [
  larger((it) => it.questions, 1.5),
  (one, other) => [one, other].find((it) => it.isFirst && it.hasGreeted),
  smaller((it) => it.words, 1.25),
  smaller((it) => it.selfWords / Math.max(1, it.words), 1.5),
  larger((it) => it.coachPhrases, 1.5),
]
/** Of five; at most one may disagree. */
const minSigns = 3

/** Names two speakers Coach and Client if the signs agree: a number is better than a wrong name. */
export function findSpeakerNames(turns: readonly Turn[]): ReadonlyMap<string, string> {
  const unknown = new Map<string, string>()
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
  const [first, second] = speakers
  if (speakers.length !== 2 || typeof first !== 'string' || typeof second !== 'string')
    return unknown
  const [one, other] = [describeVoice(first, turns), describeVoice(second, turns)]
  const votes = signs.map((sign) => sign(one, other))
  for (const [coach, client] of [
    [one, other],
    [other, one],
  ] as const) {
    const isFor = votes.filter((it) => it === coach).length
    const isAgainst = votes.filter((it) => it === client).length
    if (isFor >= minSigns && isAgainst <= 1)
      return new Map([
        [coach.speaker, 'Coach'],
        [client.speaker, 'Client'],
      ])
  }
  return unknown
}

function describeVoice(speaker: string, turns: readonly Turn[]): Voice {
  const own = turns.filter((it) => it.speaker === speaker).map(({ text }) => text)
  const text = own.join(' ')
  return {
    speaker,
    isFirst: turns[0]?.speaker === speaker,
    words: text.split(/\s+/).length,
    questions: own.flatMap(toSentences).filter(isQuestion).length,
    selfWords: count(text, selfWord),
    coachPhrases: count(text, coachPhrase),
    hasGreeted: greeting.test(own[0] ?? ''),
  }
}
