import { storable } from '../db/storable.ts'
import { AppError } from '../errors.ts'
import { type Completion, type Prompt, type Spent, Unusable } from '../providers/llm/llm.ts'
import type { Integration } from '../providers/registry.ts'
import { Rejected, Unavailable } from '../work/failures.ts'
import { orAborted } from '../work/or-aborted.ts'

/** Milliseconds after which a model has not answered. */
const answerMs = 120_000

/** `sentence` is what the log keeps of a failure, `spent` what was paid for it; of a bug it keeps no detail. */
export type Outcome = Completion | { sentence: string; thrown: unknown; spent?: Spent }

/** What came of it, from whom, after how long. */
export type Asked = { outcome: Outcome; provider: string | null; executionTimeMs: number }

/** Who is asked: looked up within the time that the answer may take. */
export type Whom = () => Promise<Integration<'ai_analysis'>>

/** Asks whoever `whom` answers. Never throws: what went wrong is an outcome too. */
export async function askProvider(whom: Whom, prompt: Prompt, withinMs = answerMs): Promise<Asked> {
  const startedAt = performance.now()
  let provider: string | null = null
  const outcome = await outcomeOf(
    async () => {
      const found = await whom()
      provider = found.provider
      return found
    },
    prompt,
    withinMs,
  )
  return { outcome, provider, executionTimeMs: Math.round(performance.now() - startedAt) }
}

async function outcomeOf(whom: Whom, prompt: Prompt, withinMs: number): Promise<Outcome> {
  const signal = AbortSignal.timeout(withinMs)
  const failed = (code: 'unavailable' | 'unprocessable', sentence: string) => ({
    sentence,
    thrown: new AppError(code, sentence),
  })
  try {
    const { adapter: llm } = await whom()
    const answer = await orAborted(llm.complete(prompt, signal), signal)
    if (answer.text.trim() === '')
      return failed('unprocessable', 'The AI provider gave an empty answer.')
    return { ...answer, text: storable(answer.text) }
  } catch (error) {
    if (error instanceof Unusable)
      return { ...failed('unprocessable', error.message), spent: error.spent }
    if (error instanceof Rejected) return failed('unprocessable', error.message)
    if (signal.aborted)
      return failed(
        'unavailable',
        'The AI provider did not answer in time. Please try again in a moment.',
      )
    if (error instanceof Unavailable) {
      const thrown = new AppError(
        'unavailable',
        'The AI provider cannot be reached. Please try again in a moment.',
      )
      if (error.waitMs !== undefined) thrown.retryAfter = Math.ceil(error.waitMs / 1000)
      return { sentence: error.message, thrown }
    }
    return { sentence: 'Something went wrong on our side.', thrown: error }
  }
}
