import type { BriefPromise, BriefQuote } from '#contract/briefs/briefs.ts'
import { parseTurns } from '#contract/rules/conversation-turns.ts'
import { quotesIn } from '#contract/rules/find-quote.ts'
import type { PastSession } from './brief-content.ts'
import type { PlainFacts } from '../prompts/run/facts.ts'
import { findOpenQuestions } from './find-open-questions.ts'
import { findPromises } from './find-promises.ts'
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
