import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BriefPromise, BriefQuote } from '#contract/briefs.ts'
import { turnsOf } from '#contract/conversation-turns.ts'
import { quotesIn } from '#contract/find-quote.ts'
import type { Held } from './brief-content.ts'
import type { PlainFacts } from '../prompts/run/facts.ts'
import { findOpenQuestions } from './find-open-questions.ts'
import { findPromises } from './find-promises.ts'
import { spokenTurnsOf } from '../analysis/evidence/spoken-turns.ts'
import { findClientSpeaker } from '../analysis/evidence/find-client-speaker.ts'

export type LastWords = { promised: BriefPromise[]; questions: BriefQuote[] }

/** How much of a sentence must have been heard for its seconds to be told. */
const leastHeard = 0.5

/** What was promised in a session in words, and what the client asked there without an answer: `most` of each. */
export async function lastWords(
  { getSessionTranscript }: PlainFacts,
  session: Held,
  most: number,
): Promise<LastWords> {
  const it = await getSessionTranscript(session.id)
  if (!it?.conversation) return { promised: [], questions: [] }
  const turns = turnsOf(it.conversation, it.segments)
  const client = findClientSpeaker(turns, it)
  const [promises, open] = [findPromises(turns, client), findOpenQuestions(turns, client)]
  // Where each word was heard takes moments: not for nothing.
  if (!promises.length && !open.length) return { promised: [], questions: [] }
  const said = spokenTurnsOf(it.conversation, it.segments, it)
  const find = quotesIn(said.turns)
  const quoteOf = async (text: string): Promise<BriefQuote[]> => {
    // Everything that was said is looked through for each: others are answered between them.
    await nextTurn()
    const place = find(text)
    if (!place) return []
    const { from, time, heard } = place
    return [
      {
        ...{ text, session, turn: from.turn + 1 },
        ...{ speaker: said.turns[from.turn]?.speaker ?? null },
        time: heard >= leastHeard ? time : null,
      },
    ]
  }
  return {
    promised: await firstOf(promises, most, async ({ by, text }) =>
      (await quoteOf(text)).map((quote) => ({ by, text, note: null, isDone: null, quote })),
    ),
    questions: await firstOf(open, most, quoteOf),
  }
}

async function firstOf<Said, Told>(
  all: readonly Said[],
  most: number,
  tell: (it: Said) => Promise<Told[]>,
) {
  const told: Told[] = []
  for (const it of all) {
    if (told.length >= most) break
    told.push(...(await tell(it)))
  }
  return told
}
