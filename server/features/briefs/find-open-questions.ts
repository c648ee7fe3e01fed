import type { Turn } from '#contract/conversation-turns.ts'
import { normalizeText, sentencesOf } from './sentences.ts'

/** How a question begins that asks for an answer. */
const asks: ReadonlySet<string> = new Set(
  'what how when where who why which can could should do does did is are will would may'.split(' '),
)
const leadIns: ReadonlySet<string> = new Set('and but so also then oh well okay ok'.split(' '))
/** What is asked to be polite, or of the moment. */
const idle =
  /\b(?:hear me|see me|you know|how are you|does that make sense|is that (?:okay|ok|all right|alright|it|all)|are we done|same time|next week|what time|go now|stop here)\b/
/** An answer that puts it off. */
const later =
  /\b(?:next time|next session|come back to (?:that|it)|return to (?:that|it)|get back to you|find (?:that )?out|look into (?:that|it)|pick (?:that|it) up)\b/

const minWords = 4
const maxWords = 40

/**
 * Questions of the client that stayed without an answer: those that nobody answered before the end, and those that the coach
 * put off in words. Nothing where it is not certain who of two is the client.
 */
export function findOpenQuestions(turns: readonly Turn[], client: string | undefined): string[] {
  const speakers = new Set(turns.map(({ speaker }) => speaker))
  if (client === undefined || speakers.size !== 2 || speakers.has(null)) return []
  const open: string[][] = []
  let isOpen = true
  // From the end: behind each question stands its answer.
  for (const { speaker, text } of turns.toReversed())
    if (speaker !== client) isOpen = later.test(text.toLowerCase())
    else if (isOpen) open.push(sentencesOf(text).filter(isQuestion))
  return open.toReversed().flat()
}

function isQuestion(sentence: string) {
  if (!sentence.endsWith('?')) return false
  const words = normalizeText(sentence)
  if (words.length < minWords || words.length > maxWords) return false
  const first = words.find((it) => !leadIns.has(it))
  return first !== undefined && asks.has(first) && !idle.test(words.join(' '))
}
