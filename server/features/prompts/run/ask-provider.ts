import { toStorableText } from '../../../platform/db/storable-values.ts'
import { isNoConsent } from '../../../platform/consent.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  type Completion,
  type Prompt,
  type Usage,
  UnusableAnswer,
} from '../../../providers/llm/llm.ts'
import type { Integration } from '../../../providers/registry.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'

const defaultTimeoutMs = 120_000

/** `sentence`: for the log, without details of unexpected errors; `spent`: usage of a failed call. */
export type Outcome = Completion | { sentence: string; thrown: unknown; spent?: Usage }

export type ProviderAnswer = { outcome: Outcome; provider: string | null; executionTimeMs: number }

export type GetProvider = () => Promise<Integration<'ai_analysis'>>

type Limits = {
  /** By default that of the provider. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** Failures are returned. Throws only the reason of an aborted signal. */
export async function askProvider(
  getProvider: GetProvider,
  prompt: Prompt,
  limits: Limits = {},
): Promise<ProviderAnswer> {
  const startedAt = performance.now()
  let provider: string | null = null
  const outcome = await outcomeOf(
    async () => {
      const found = await getProvider()
      provider = found.provider
      return found
    },
    prompt,
    limits,
  )
  return { outcome, provider, executionTimeMs: Math.round(performance.now() - startedAt) }
}

async function outcomeOf(
  getProvider: GetProvider,
  prompt: Prompt,
  limits: Limits,
): Promise<Outcome> {
  const late = new AbortController()
  const signal = AbortSignal.any([late.signal, ...(limits.signal ? [limits.signal] : [])])
  let timer: NodeJS.Timeout | undefined
  const failed = (code: 'unavailable' | 'unprocessable', sentence: string) => ({
    sentence,
    thrown: new AppError(code, sentence),
  })
  try {
    const { adapter: llm } = await getProvider()
    const timeoutMs = limits.timeoutMs ?? llm.timeoutMs?.(prompt) ?? defaultTimeoutMs
    timer = setTimeout(() => late.abort(), timeoutMs)
    const answer = await abortable(llm.complete(prompt, signal), signal)
    if (answer.text.trim() === '')
      return failed('unprocessable', 'The AI provider gave an empty answer.')
    return { ...answer, text: toStorableText(answer.text) }
  } catch (error) {
    limits.signal?.throwIfAborted()
    if (error instanceof UnusableAnswer)
      return { ...failed('unprocessable', error.message), spent: error.spent }
    if (error instanceof Rejected) return failed('unprocessable', error.message)
    if (isNoConsent(error)) return { sentence: error.message, thrown: error }
    if (signal.aborted)
      return failed(
        'unavailable',
        'The AI provider did not respond in time. Please try again in a moment.',
      )
    if (error instanceof Unavailable) {
      const thrown = new AppError(
        'unavailable',
        'The AI provider cannot be reached. Please try again in a moment.',
      )
      thrown.cause = error
      if (error.waitMs !== undefined) thrown.retryAfter = Math.ceil(error.waitMs / 1000)
      return { sentence: error.message, thrown }
    }
    return { sentence: 'Something went wrong on our side.', thrown: error }
  } finally {
    clearTimeout(timer)
  }
}
