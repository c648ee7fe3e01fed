import type { Prompt } from '../llm.ts'
import { type AnswerFormat, getAnswerFormat } from './answers.ts'
import { framePrompt, type ChunkReplacement, longestTranscriptPart } from './frame-prompt.ts'
import { splitAtTurns, estimateTokens } from './split-at-turns.ts'

/** Maximum tokens of a conversation per call; a longer one would exceed the timeout. */
const maxConversationTokens = 8_000
/** Tokens reserved for any other answer and its correction. */
const maxAnswerTokens = 6_000
const minChunkTokens = 200
const openingCharacters = 1_500
/** More would take hours. */
const maxChunks = 60

export type Plan = {
  form: AnswerFormat | undefined
  /** `[undefined]`: the unchanged prompt. */
  chunks: (ChunkReplacement | undefined)[]
  transcript?: string
}

/** Splits the transcript if prompt and answer exceed the context. Undefined if even chunks do not fit. */
export function planChunks(prompt: Prompt, contextTokens: number): Plan | undefined {
  const form = getAnswerFormat(prompt)
  const transcript = longestTranscriptPart(prompt)
  const promptTokens = tokensIn(framePrompt(prompt, form))
  const isConversation = prompt.type === 'diarization'
  const answerTokens = Math.min(maxAnswerTokens, Math.floor(contextTokens / 3))
  if (transcript === undefined)
    return promptTokens + answerTokens <= contextTokens ? { form, chunks: [undefined] } : undefined

  const opening = isConversation ? transcript.slice(0, openingCharacters).toWellFormed() : undefined
  const otherTokens = tokensIn(
    framePrompt(prompt, form, { of: transcript, text: '', note: chunkNote(9, 9), opening }),
  )
  // A conversation is about as long as its transcript.
  const room = isConversation
    ? Math.min(maxConversationTokens, Math.floor((contextTokens - otherTokens) / 2.2))
    : contextTokens - otherTokens - answerTokens
  const needed = estimateTokens(transcript)
  const fitsWithoutOpening =
    isConversation &&
    needed <= maxConversationTokens &&
    promptTokens + 1.2 * needed <= contextTokens
  if (needed <= room || fitsWithoutOpening) return { form, transcript, chunks: [undefined] }
  if (room < minChunkTokens) return undefined
  const texts = splitAtTurns(transcript, room)
  if (texts.length > maxChunks) return undefined
  return {
    form,
    transcript,
    chunks: texts.map((text, index) => ({
      of: transcript,
      text,
      note: chunkNote(index + 1, texts.length),
      opening: index > 0 ? opening : undefined,
    })),
  }
}

const chunkNote = (number: number, count: number) =>
  `What was said is too long for one message: this is part ${number} of ${count}. Work on this part alone; the others are processed separately.`

const tokensIn = ({ system, user }: { system: string; user: string }) =>
  estimateTokens(system) + estimateTokens(user)
