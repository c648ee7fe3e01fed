import { sentencesOf } from '../../transcript/sentences.ts'

/** Bytes of UTF-8 for a token: four in English, three where words are cut smaller. */
const bytesOfToken = 3

/** How many tokens a text is at most, more or less: only the model itself could count them. */
export const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / bytesOfToken)

/**
 * A transcript or a conversation cut between turns into pieces of about the same length, none of them longer than so many
 * tokens. A turn that is longer by itself is cut between sentences, and its speaker named again.
 */
export function splitAtTurns(text: string, mostTokens: number): string[] {
  if (estimateTokens(text) <= mostTokens) return [text]
  const turns = text.split(/(?<=\n)(?!\n)/).flatMap((it) => shortTurns(it, mostTokens))
  const all = turns.reduce((sum, it) => sum + estimateTokens(it), 0)
  const wanted = all / Math.ceil(all / mostTokens)
  return filled(turns, { wanted, most: mostTokens }, '').map((it) => it.trimEnd())
}

/** Puts items together, in their order, until a piece is as long as wanted or the next would make it too long. */
function filled(items: readonly string[], { wanted = Infinity, most = 0 }, between: string) {
  const pieces: string[][] = []
  let size = Infinity
  for (const item of items) {
    const more = estimateTokens(item + between)
    if (size >= wanted || size + more > most) {
      pieces.push([])
      size = 0
    }
    pieces.at(-1)?.push(item)
    size += more
  }
  return pieces.map((it) => it.join(between))
}

/** Who speaks and when, in a raw transcript, or who, in a conversation. */
const speaking = /^(?:\[[\d:]+\] )?[^:\n.?!]{1,100}: /

function shortTurns(turn: string, mostTokens: number): string[] {
  if (estimateTokens(turn) <= mostTokens) return [turn]
  const found = speaking.exec(turn)?.[0] ?? ''
  const head = estimateTokens(found) < mostTokens / 2 ? found : ''
  const most = mostTokens - estimateTokens(`${head}\n`)
  const sentences = sentencesOf(turn.slice(head.length)).flatMap((it) => shortWords(it, most))
  return filled(sentences, { most }, ' ').map((it) => `${head}${it}\n`)
}

/** A sentence cut between words, and a word anywhere, where they are longer than a piece by themselves. */
function shortWords(sentence: string, most: number): string[] {
  if (estimateTokens(sentence) < most) return [sentence]
  const words = sentence.split(' ')
  if (words.length > 1) return words.flatMap((it) => shortWords(it, most))
  // A character has four bytes at most.
  const characters = Math.max(1, Math.floor((most * bytesOfToken) / 4) - 1)
  return sentence.match(new RegExp(`.{1,${characters}}`, 'gsu')) ?? []
}
