import type { BriefPromise, BriefQuote } from '#contract/briefs/briefs.ts'
import { parseTurns, type Turn } from '#contract/rules/conversation-turns.ts'
import { quotesIn } from '#contract/rules/find-quote.ts'
import type { PastSession } from './brief-content.ts'
import type { PlainFacts } from '../prompts/run/facts.ts'
import { findPromises, normalizeText, toSentences } from './find-promises.ts'
import { parseSpokenTurns } from '../analysis/evidence/spoken-turns.ts'
import { findClientSpeaker } from '../analysis/evidence/find-client-speaker.ts'

export type LastWords = { promised: BriefPromise[]; questions: BriefQuote[] }

/** Share of a sentence that must have been recognized for its time to be shown. */
const minHeard = 0.5

/** Promises in a session, and the client's unanswered questions: at most `max` of each. */
export async function lastWords(
  { getSessionTranscript }: PlainFacts,
  session: PastSession,
  max: number,
): Promise<LastWords> {
  const it = await getSessionTranscript(session.id)
  if (!it?.conversation) return { promised: [], questions: [] }
  const turns = parseTurns(it.conversation, it.segments)
  const client = findClientSpeaker(turns, it)
  const [promises, open] = [findPromises(turns, client), findOpenQuestions(turns, client)]
  if (!promises.length && !open.length) return { promised: [], questions: [] }
  const said = parseSpokenTurns(it.conversation, it.segments, it)
  const find = quotesIn(said.turns)
  const findQuote = (text: string): BriefQuote | undefined => {
    const place = find(text)
    if (!place) return undefined
    const { from, time, heard } = place
    return {
      text,
      session,
      turn: from.turn + 1,
      speaker: said.turns[from.turn]?.speaker ?? null,
      time: heard >= minHeard ? time : null,
    }
  }
  return {
    promised: promises.slice(0, max).flatMap(({ by, text }) => {
      const quote = findQuote(text)
      return quote ? [{ by, text, note: null, isDone: null, quote }] : []
    }),
    questions: open.slice(0, max).flatMap((text) => findQuote(text) ?? []),
  }
}

const asks: ReadonlySet<string> = new Set(
  'what how when where who why which can could should do does did is are will would may'.split(' '),
)
const leadIns: ReadonlySet<string> = new Set('and but so also then oh well okay ok'.split(' '))
/** Courtesies, and questions about the call itself. */
const idle =
  /\b(?:hear me|see me|you know|how are you|does that make sense|is that (?:okay|ok|all right|alright|it|all)|are we done|same time|next week|what time|go now|stop here)\b/
/** Answers that postpone. */
const later =
  /\b(?:next time|next session|come back to (?:that|it)|return to (?:that|it)|get back to you|find (?:that )?out|look into (?:that|it)|pick (?:that|it) up)\b/

const minWords = 4
const maxWords = 40

/** Questions of the client that the coach did not answer or postponed. None unless exactly two speakers are known. */
export function findOpenQuestions(turns: readonly Turn[], client: string | undefined): string[] {
  const speakers = new Set(turns.map(({ speaker }) => speaker))
  if (client === undefined || speakers.size !== 2 || speakers.has(null)) return []
  const open: string[][] = []
  let isOpen = true
  // From the end, to know the answer before the question.
  for (const { speaker, text } of turns.toReversed())
    if (speaker !== client) isOpen = later.test(text.toLowerCase())
    else if (isOpen) open.push(toSentences(text).filter(isQuestion))
  return open.toReversed().flat()
}

function isQuestion(sentence: string) {
  if (!sentence.endsWith('?')) return false
  const words = normalizeText(sentence)
  if (words.length < minWords || words.length > maxWords) return false
  const first = words.find((it) => !leadIns.has(it))
  return first !== undefined && asks.has(first) && !idle.test(words.join(' '))
}
