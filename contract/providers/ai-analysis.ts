import { secretField, textField, type ProviderForms } from './fields.ts'

/** The models that are asked where an administrator names none. */
export const usualModels = { openai_gpt5: 'gpt-5', anthropic_claude: 'claude-sonnet-5-5' }

export const aiAnalysisProviders = {
  openai_gpt5: {
    label: 'OpenAI',
    about: 'Prompts and what was said are sent to OpenAI, which is asked not to keep them.',
    fields: {
      apiKey: secretField('API key'),
      model: textField('Model', {
        isOptional: true,
        hint: `As OpenAI calls it. Without one: ${usualModels.openai_gpt5}.`,
      }),
    },
  },
  built_in: {
    label: 'Built in',
    about: 'Works by rules on this machine and needs no model.',
    fields: {},
  },
} as const satisfies ProviderForms
