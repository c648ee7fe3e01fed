import type { Turn } from '#contract/rules/conversation-turns.ts'

export type Promised = { by: 'client' | 'coach'; text: string }

/** Words allowed before "I will". */
const leadIns: ReadonlySet<string> = new Set(
  'yes yeah yep okay ok alright right sure well so and good fine deal agreed great'.split(' '),
)
/** Words allowed after "I will". */
const between: ReadonlySet<string> = new Set('also definitely certainly then gladly'.split(' '))

/** Verbs of promises; others are no promise. */
const actions: ReadonlySet<string> = new Set(
  'send write call phone email book ask invite contact practise practice schedule prepare print cancel visit'.split(
    ' ',
  ),
)
/** Uses of these verbs that are no promise. */
const nonActions =
  /^(?:call (?:it|that|this)|write (?:it|that|this) (?:down|up)|write down|ask (?:you|myself|why|how|what|this|that))\b/
/** Verbs that need more words. */
const actionPatterns: readonly RegExp[] = [
  /^(?:talk|speak) (?:to|with) (?!myself)/,
  /^go (?:to|for) (?:a|an|the|my|bed)\b/,
  /^(?:switch|turn) (?:off|on) (?:my|the)\b/,
  /^(?:switch|turn) (?:my|the) .+ (?:off|on)\b/,
  /^put (?:my|the) .+ (?:away|aside|down)\b/,
  /^block (?:an?|the|some|my) /,
  /^bring (?:a|the|my) /,
  /^read (?:the|my) /,
  /^keep (?:a|the|my) (?:diary|log|list|journal|record)\b/,
  /^make (?:an?|the) (?:list|plan|appointment|call)\b/,
  /^take (?:a|the|my) (?:walk|break|day|afternoon|evening|lunch)\b/,
  /^do (?:the|that|my) (?:exercise|assignment|diary|breathing|questionnaire)\b/,
  /^tell my /,
]
/** Words that make it uncertain. */
const doubts: ReadonlySet<string> = new Set(
  "not never no if unless until whether or but probably maybe perhaps possibly might may could would should guess suppose hope hopefully usually always sometimes often normally mostly hardly instead don't won't can't didn't cannot doubt crazy wish".split(
    ' ',
  ),
)

const maxWords = 40
const minWords = 4

/** "I'll call my doctor on Monday." High precision; none unless exactly two speakers are known. */
export function findPromises(turns: readonly Turn[], client: string | undefined): Promised[] {
  const speakers = new Set(turns.map(({ speaker }) => speaker))
  if (client === undefined || speakers.size !== 2 || speakers.has(null)) return []
  return turns.flatMap(({ speaker, text }) =>
    toSentences(text)
      .filter(isPromise)
      .map((it): Promised => ({ by: speaker === client ? 'client' : 'coach', text: it })),
  )
}

function isPromise(sentence: string) {
  if (/[?…]$/u.test(sentence) || sentence.endsWith('...')) return false
  const words = normalizeText(sentence)
  if (words.length < minWords || words.length > maxWords) return false
  if (words.some((it) => doubts.has(it))) return false
  let at = words.findIndex((it) => !leadIns.has(it))
  if (words[at] === "i'll") at += 1
  else if (words[at] === 'i' && words[at + 1] === 'will') at += 2
  else return false
  while (between.has(words[at] ?? '')) at += 1
  const said = words.slice(at)
  const action = said.join(' ')
  return actions.has(said[0] ?? '')
    ? said.length > 1 && !nonActions.test(action)
    : actionPatterns.some((it) => it.test(action))
}

/** Without quoted sentences, which are someone else's words. */
export const toSentences = (text: string) =>
  text
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((it) => it.trim())
    .filter((it) => it !== '' && !/["“”«»]/u.test(it))

/** Words in lower case without punctuation. */
export const normalizeText = (sentence: string) =>
  sentence
    .toLowerCase()
    .replaceAll(/[’ʼ`]/g, "'")
    .split(/[^\p{L}\p{N}']+/u)
    .filter((it) => it !== '')
