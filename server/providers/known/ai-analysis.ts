import { aiAnalysisProviders as forms } from '#contract/providers/ai-analysis.ts'
import type { ProvidersOf } from '../provider.ts'
import { builtInLlm } from '../llm/built-in.ts'
import { openAi } from '../llm/openai-gpt5.ts'

export const llmProviders: ProvidersOf<'ai_analysis'> = {
  openai_gpt5: {
    ...forms.openai_gpt5,
    open: ({ apiKey = '', model }, door) => openAi({ apiKey, model }, door),
  },
  built_in: { ...forms.built_in, open: () => builtInLlm },
}
