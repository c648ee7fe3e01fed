import { isDistinctive } from '#contract/find-quote.ts'
import { significantWords } from '#contract/quote-words.ts'
import { sentencesOf, type Token } from './tokens.ts'

/** Tokens before and after the number that are quoted from a long sentence. */
const maxBefore = 12
const maxAfter = 6

/** Quotes the tokens of a turn word for word: one quote per sentence and line with a word. */
export const answerQuotes = (text: string, tokens: readonly Token[]) =>
  sentencesOf(tokens).flatMap((sentence) => {
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
export function quoteAround(text: string, tokens: readonly Token[], number: Token) {
  const sentence = sentencesOf(tokens).find((it) => it.includes(number)) ?? [number]
  const at = sentence.indexOf(number)
  return answerQuotes(text, sentence.slice(Math.max(0, at - maxBefore), at + maxAfter + 1))
}
