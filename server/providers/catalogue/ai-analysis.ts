import { aiAnalysisProviders as forms } from '#contract/integrations/providers/ai-analysis.ts'
import type { ProvidersOf } from '../provider.ts'
import { anthropic } from '../llm/models/anthropic-claude.ts'
import { builtInLlm } from '../../features/analysis/built-in/built-in.ts'
import { openAiCompatible } from '../llm/models/openai-compatible.ts'
import { openAi } from '../llm/models/openai-gpt5.ts'

export const llmProviders: ProvidersOf<'ai_analysis'> = {
  openai_gpt5: { ...forms.openai_gpt5, open: openAi },
  anthropic_claude: { ...forms.anthropic_claude, open: anthropic },
  // A single machine does not become faster with more concurrent requests.
  openai_compatible: { ...forms.openai_compatible, maxConcurrent: 2, open: openAiCompatible },
  built_in: { ...forms.built_in, open: () => builtInLlm },
}
