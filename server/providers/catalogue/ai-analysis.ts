import { aiAnalysisProviders as forms } from '#contract/providers/ai-analysis.ts'
import type { ProvidersOf } from '../provider.ts'
import { anthropic } from '../llm/models/anthropic-claude.ts'
import { builtInLlm } from '../llm/built-in/built-in.ts'
import { openAiCompatible } from '../llm/models/openai-compatible.ts'
import { openAi } from '../llm/models/openai-gpt5.ts'

export const llmProviders: ProvidersOf<'ai_analysis'> = {
  openai_gpt5: {
    ...forms.openai_gpt5,
    open: ({ apiKey = '', model }, outboundClient) => openAi({ apiKey, model }, outboundClient),
  },
  anthropic_claude: {
    ...forms.anthropic_claude,
    open: ({ apiKey = '', model }, outboundClient) => anthropic({ apiKey, model }, outboundClient),
  },
  openai_compatible: {
    ...forms.openai_compatible,
    // A machine of one's own does not get faster by being asked for more at a time.
    maxConcurrent: 2,
    open: ({ model = '', apiKey, contextTokens: given }, outboundClient) => {
      const contextTokens = given ? Number(given) : undefined
      return openAiCompatible({ model, apiKey, contextTokens }, outboundClient)
    },
  },
  built_in: { ...forms.built_in, open: () => builtInLlm },
}
