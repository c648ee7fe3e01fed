import type { TemplateType } from '#contract/prompts.ts'
import { Rejected } from '../../platform/jobs/errors.ts'

/** Part of a prompt. What people said (`isSaid`) is material and never an instruction to a model. */
export type Part = { text: string; isSaid: boolean }

export type Prompt = {
  type: TemplateType
  system: string
  user: string
  /** `system` and `user` in parts. */
  parts?: { system: readonly Part[]; user: readonly Part[] }
  /** The session whose content it contains. */
  sessionId?: string
  /**
   * Values of placeholders, for a provider that works by rules. `metric_extraction` also has the requested `metrics`
   * (JSON of `Metric` in numbers/topics.ts) and `otherMetrics` (JSON of `SpokenMetric`).
   */
  input: Record<string, string>
}

/** What a call used, as far as the service reports it. */
export type Usage = {
  tokensUsed: number | null
  tokensIn?: number | null
  tokensOut?: number | null
  /** The model that answered, as the service calls it. */
  model?: string | null
  /** For support of the service; the last of several calls. */
  requestId?: string | null
  /** Where a transcript was too long for one call. */
  chunks?: number | null
}
export type Completion = Usage & { text: string }

/** Answers prompts. Throws Rejected or Unavailable. */
export interface Llm {
  /** Not a language model. */
  isByRules?: boolean
  /** Types of prompts that it never answers, and what is needed for them. */
  needsElse?: Partial<Record<TemplateType, string>>
  complete(prompt: Prompt, signal: AbortSignal): Promise<Completion>
  /** Milliseconds for an answer, where the default is too short. */
  timeoutMs?(prompt: Prompt): number
}

/** The answer cannot be used, but was paid for. */
export class Unusable extends Rejected {
  readonly spent: Usage
  constructor(message: string, spent: Usage) {
    super('unusable', message)
    this.spent = spent
  }
}
