import { toSentences } from '../../transcript/sentences.ts'

/** UTF-8 bytes: about four in English text, fewer with rare words. */
const bytesPerToken = 3

/** A rough upper bound: tokenizers differ by model. */
export const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / bytesPerToken)

/**
 * Splits a transcript or conversation between turns into chunks of about the same length. A turn that exceeds a chunk is
 * split between sentences, with its speaker repeated.
 */
export function splitAtTurns(text: string, maxTokens: number): string[] {
  if (estimateTokens(text) <= maxTokens) return [text]
  const turns = text.split(/(?<=\n)(?!\n)/).flatMap((it) => splitTurn(it, maxTokens))
  const total = turns.reduce((sum, it) => sum + estimateTokens(it), 0)
  const target = total / Math.ceil(total / maxTokens)
  return joinUpTo(turns, { target, max: maxTokens }, '').map((it) => it.trimEnd())
}

/** Joins items in order until a chunk reaches the target or would exceed the maximum. */
function joinUpTo(items: readonly string[], { target = Infinity, max = 0 }, separator: string) {
  const chunks: string[][] = []
  let size = Infinity
  for (const item of items) {
    const added = estimateTokens(item + separator)
    if (size >= target || size + added > max) {
      chunks.push([])
      size = 0
    }
    chunks.at(-1)?.push(item)
    size += added
  }
  return chunks.map((it) => it.join(separator))
}

/** The time and speaker at the beginning of a line. */
const speakerPrefix = /^(?:\[[\d:]+\] )?[^:\n.?!]{1,100}: /

function splitTurn(turn: string, maxTokens: number): string[] {
  if (estimateTokens(turn) <= maxTokens) return [turn]
  const found = speakerPrefix.exec(turn)?.[0] ?? ''
  const prefix = estimateTokens(found) < maxTokens / 2 ? found : ''
  const max = maxTokens - estimateTokens(`${prefix}\n`)
  const sentences = toSentences(turn.slice(prefix.length)).flatMap((it) => splitSentence(it, max))
  return joinUpTo(sentences, { max }, ' ').map((it) => `${prefix}${it}\n`)
}

/** Splits between words, or within a word that exceeds a chunk. */
function splitSentence(sentence: string, max: number): string[] {
  if (estimateTokens(sentence) < max) return [sentence]
  const words = sentence.split(' ')
  if (words.length > 1) return words.flatMap((it) => splitSentence(it, max))
  // Characters have up to four bytes.
  const characters = Math.max(1, Math.floor((max * bytesPerToken) / 4) - 1)
  return sentence.match(new RegExp(`.{1,${characters}}`, 'gsu')) ?? []
}
