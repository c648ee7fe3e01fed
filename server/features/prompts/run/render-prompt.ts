import type { Placeholder } from '#contract/prompts/placeholders.ts'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { Prompt } from '../../../providers/llm/llm.ts'
import type { Facts } from './facts.ts'
import {
  replacePlaceholders,
  findPlaceholderNames,
  fillParts,
  formatValue,
  type Values,
} from './placeholders.ts'
import { resolvePlaceholders } from './resolve-placeholders.ts'

export type Prompts = { systemPrompt: string; userPromptTemplate: string }

/** `missing`: placeholders without a value. */
export type Rendered = { prompt: Prompt; missing: Placeholder[] }

/** Placeholders that the built-in provider reads, whatever the prompts contain. */
const readByRules: Record<TemplateType, readonly Placeholder[]> = {
  diarization: ['audioTranscript'],
  metric_extraction: ['audioTranscript'],
  burnout_assessment: ['audioTranscript'],
  session_preparation: [
    ...([
      'audioTranscript',
      'preparationContext',
      'sessionType',
      'sessionDate',
      'weekNumber',
    ] as const),
    ...(['treatmentDuration', 'riskLevel', 'sessionHistory', 'metricTrends'] as const),
    ...(['burnoutAnalysis', 'activeAssignments', 'overdueAssignments'] as const),
    ...(['recentCompletedAssignments', 'assignmentCompletionRate'] as const),
  ],
}

export async function renderPrompt(
  type: TemplateType,
  prompts: Prompts,
  facts: Facts,
): Promise<Rendered> {
  const names = findPlaceholderNames(prompts.systemPrompt, prompts.userPromptTemplate)
  const values = await resolvePlaceholders([...names, ...readByRules[type]], facts)
  const { missing, ...of } = renderWithValues(type, prompts, values)
  const prompt = { ...of.prompt, sessionId: facts.session.id }
  if (type !== 'metric_extraction') return { prompt, missing }
  return {
    prompt: { ...prompt, input: { ...prompt.input, ...(await facts.metricsInput()) } },
    missing,
  }
}

export function renderWithValues(type: TemplateType, prompts: Prompts, values: Values): Rendered {
  const { systemPrompt, userPromptTemplate } = prompts
  const named = [...findPlaceholderNames(systemPrompt, userPromptTemplate)]
  const parts = {
    system: fillParts(systemPrompt, values),
    user: fillParts(userPromptTemplate, values),
  }
  return {
    prompt: {
      type,
      sessionId: null,
      parts,
      system: replacePlaceholders(parts.system),
      user: replacePlaceholders(parts.user),
      input: Object.fromEntries(
        readByRules[type].flatMap((name) => {
          const text = formatValue(values[name])
          return text === undefined ? [] : [[name, text]]
        }),
      ),
    },
    missing: named.filter((name) => formatValue(values[name]) === undefined),
  }
}
