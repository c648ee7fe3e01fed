import type { Turn } from '#contract/rules/conversation-turns.ts'
import { normalizeText, toSentences } from './sentences.ts'

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
