import type { TemplateType } from '#contract/prompts.ts'

export type Prompt = {
  type: TemplateType
  system: string
  user: string
  /**
   * What a provider that works by rules reads, by the names of placeholders; a model needs none of it. For
   * `metric_extraction` also `metrics`: those asked for, as JSON (`Metric` in numbers/topics.ts).
   */
  input: Record<string, string>
}

/** What a provider tells of its answer, as far as it does. */
export type Completion = {
  text: string
  tokensUsed: number | null
  tokensIn?: number | null
  tokensOut?: number | null
  /** The model that answered, as the service calls it. */
  model?: string | null
  /** The service's own name for the call, for its support. */
  requestId?: string | null
}

/** A model that answers a prompt. Throws Rejected or Unavailable. */
export interface Llm {
  complete(prompt: Prompt, signal: AbortSignal): Promise<Completion>
}
