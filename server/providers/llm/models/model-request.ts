import type { AnswerFormat } from './answers.ts'
import type { Completion } from '../llm.ts'

export type Turn = { role: 'user' | 'assistant'; text: string }

/** One call to a model. */
export type ModelRequest = {
  system: string
  turns: readonly Turn[]
  /** Of the answer, where it is not text. */
  form: AnswerFormat | undefined
  sessionId: string | undefined
}

/** A service with a model, without what the product makes of it (model.ts). */
export type Model = {
  /** How people call whoever answers. */
  label: string
  /** Tokens that it reads and writes at a time. */
  contextTokens: number
  /** Calls that it is asked at a time. */
  maxConcurrent: number
  /** One call. Throws Rejected, with a sentence, also for an answer that was refused or cut off. */
  ask(question: ModelRequest, signal: AbortSignal): Promise<Completion>
}
