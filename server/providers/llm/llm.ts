import type { TemplateType } from '#contract/prompts/prompts.ts'
import { Rejected } from '../../platform/jobs/errors.ts'

/** Part of a prompt. `isSaid`: spoken by people, so a model must not treat it as instructions. */
export type Part = { text: string; isSaid: boolean }

/** A requested metric. `words`: synonyms of its label. */
export type Metric = {
  key: string
  label: string
  words: readonly string[]
  lowest: number
  highest: number
  unit?: string | null
  /** Null or missing: taken from the everyday words that contain its label. */
  isMoreBetter?: boolean | null
}

export type Prompt = {
  type: TemplateType
  system: string
  user: string
  /** `system` and `user` in parts. */
  parts?: { system: readonly Part[]; user: readonly Part[] }
  /** The session whose content the prompt contains; null: a made-up conversation. */
  sessionId: string | null
  /**
   * Placeholder values, for a rule-based provider. `metric_extraction` also has the requested `metrics`
   * (JSON of `Metric` in numbers/topics.ts) and `otherMetrics` (JSON of `SpokenMetric`).
   */
  input: Record<string, string>
}

/** Usage of a call, as far as the service reports it. */
export type Usage = {
  tokensUsed: number | null
  tokensIn?: number | null
  tokensOut?: number | null
  /** The name of the model that answered. */
  model?: string | null
  /** For support requests; the last one of several calls. */
  requestId?: string | null
  /** Set if the transcript was too long for one call. */
  chunks?: number | null
}
export type Completion = Usage & { text: string }

/** Answers prompts. Throws Rejected or Unavailable. */
export interface Llm {
  /** Rule-based rather than a language model. */
  isByRules?: boolean
  /** Template types that it never answers, with the reason to display. */
  needsElse?: Partial<Record<TemplateType, string>>
  complete(prompt: Prompt, signal: AbortSignal): Promise<Completion>
  /** Milliseconds, if the default is too short. */
  timeoutMs?(prompt: Prompt): number
}

/** The answer is unusable, but its tokens were charged. */
export class UnusableAnswer extends Rejected {
  readonly spent: Usage
  constructor(message: string, spent: Usage) {
    super('unusable', message)
    this.spent = spent
  }
}
