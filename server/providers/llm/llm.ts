import type { TemplateType } from '#contract/prompts.ts'
import { Rejected } from '../../platform/jobs/errors.ts'

/** A piece of a prompt. What was said is material, whatever it says: nothing in it is ever asked of a model. */
export type Part = { text: string; isSaid: boolean }

export type Prompt = {
  type: TemplateType
  system: string
  user: string
  /** The same two in pieces, which tell what was said from what an administrator wrote. */
  parts?: { system: readonly Part[]; user: readonly Part[] }
  /** Whose words it holds, if anybody's. */
  sessionId?: string
  /**
   * What a provider that works by rules reads, by the names of placeholders; a model needs none of it. For
   * `metric_extraction` also `metrics`: those asked for, as JSON (`Metric` in numbers/topics.ts), and `otherMetrics`: what all
   * others are called.
   */
  input: Record<string, string>
}

/** What was used of a model, as far as it tells. */
export type Usage = {
  tokensUsed: number | null
  tokensIn?: number | null
  tokensOut?: number | null
  /** The model that answered, as the service calls it. */
  model?: string | null
  /** The service's own name for the call, for its support; of several that of the last. */
  requestId?: string | null
  /** In how many pieces a transcript was worked through that was too long for one. */
  pieces?: number | null
}
export type Completion = Usage & { text: string }

/** A model that answers a prompt. Throws Rejected or Unavailable. */
export interface Llm {
  /** It is no language model: what it makes of a plan stands in the plan. */
  isByRules?: boolean
  /** What it does not answer, whatever is asked, and what would: nobody need ask. */
  needsElse?: Partial<Record<TemplateType, string>>
  complete(prompt: Prompt, signal: AbortSignal): Promise<Completion>
  /** Milliseconds that the answer to a prompt may take, where that is more than usual. */
  timeoutMs?(prompt: Prompt): number
}

/** It answered, and the answer cannot be used; it was paid for all the same. */
export class Unusable extends Rejected {
  readonly spent: Usage
  constructor(message: string, spent: Usage) {
    super('unusable', message)
    this.spent = spent
  }
}
