import type { TemplateType } from '#contract/prompts.ts'

export type Prompt = {
  type: TemplateType
  system: string
  user: string
  /** The texts that went into the prompt by their placeholder names, for models that need no prose around them. */
  input: Record<string, string>
}

export type Completion = { text: string; tokensUsed: number | null }

/** A model that answers a prompt. Throws Rejected or Unavailable. */
export interface Llm {
  complete(prompt: Prompt, signal: AbortSignal): Promise<Completion>
}
