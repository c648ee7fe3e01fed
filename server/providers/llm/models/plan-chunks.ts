import { type AnswerFormat, answerFormatOf } from './answers.ts'
import { framePrompt, type ChunkReplacement, longestTranscriptPart } from './frame-prompt.ts'
import type { Prompt } from '../llm.ts'
import { splitAtTurns, estimateTokens } from './split-at-turns.ts'

/** Tokens of a conversation that are written out at a time: more of them take longer than anybody waits. */
const mostWritten = 8_000
/** Tokens of an answer that is no conversation, the second one included where the first is wrong. */
const mostAnswered = 6_000
/** A piece that is smaller tells nothing. */
const leastPiece = 200
/** Characters of how a conversation began. */
const openingCharacters = 1_500
/** More would take hours. */
const mostPieces = 60

export type Plan = {
  form: AnswerFormat | undefined
  pieces: (ChunkReplacement | undefined)[]
  said?: string
}

/**
 * In which pieces a prompt is worked through: one, the prompt as it is, where its question and answer fit. Undefined where
 * it is too long for any number of pieces.
 */
export function planChunks(prompt: Prompt, contextTokens: number): Plan | undefined {
  const form = answerFormatOf(prompt)
  const said = longestTranscriptPart(prompt)
  const whole = tokensIn(framePrompt(prompt, form))
  const isWritten = prompt.type === 'diarization'
  const answer = Math.min(mostAnswered, Math.floor(contextTokens / 3))
  if (said === undefined)
    return whole + answer <= contextTokens ? { form, pieces: [undefined] } : undefined

  const opening = isWritten ? said.slice(0, openingCharacters).toWellFormed() : undefined
  const without = tokensIn(
    framePrompt(prompt, form, { of: said, text: '', note: chunkNote(9, 9), opening }),
  )
  const room = isWritten
    ? Math.min(mostWritten, Math.floor((contextTokens - without) / 2.2))
    : contextTokens - without - answer
  const needed = estimateTokens(said)
  if (
    needed <= room ||
    (isWritten && needed <= mostWritten && whole + 1.2 * needed <= contextTokens)
  )
    return { form, said, pieces: [undefined] }
  if (room < leastPiece) return undefined
  const texts = splitAtTurns(said, room)
  if (texts.length > mostPieces) return undefined
  return {
    ...{ form, said },
    pieces: texts.map((text, index) => ({
      ...{ of: said, text, note: chunkNote(index + 1, texts.length) },
      opening: index > 0 ? opening : undefined,
    })),
  }
}

const chunkNote = (number: number, count: number) =>
  `What was said is too long for one message: this is part ${number} of ${count} of it. Work on this part alone; each of the others is worked on by itself.`

const tokensIn = ({ system, user }: { system: string; user: string }) =>
  estimateTokens(system) + estimateTokens(user)
