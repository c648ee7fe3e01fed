import { aiAnalysisProviders } from '#contract/providers/ai-analysis.ts'
import type { ProvidersOf } from '../provider.ts'
import { builtInLlm } from '../llm/built-in.ts'

export const llmProviders: ProvidersOf<'ai_analysis'> = {
  built_in: { ...aiAnalysisProviders.built_in, open: () => builtInLlm },
}
