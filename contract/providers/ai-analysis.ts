import { line } from '../bounds.ts'
import { secretField, textField, type ProviderForms } from './fields.ts'

/** The models that are asked where an administrator names none. */
export const usualModels = { openai_gpt5: 'gpt-5', anthropic_claude: 'claude-sonnet-5-5' }

/** Tokens that a server reads and writes at a time of which nobody says more. */
export const usualContextTokens = 4096

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
  anthropic_claude: {
    label: 'Anthropic',
    about: 'Prompts and what was said are sent to Anthropic.',
    fields: {
      apiKey: secretField('API key'),
      model: textField('Model', {
        isOptional: true,
        hint: `As Anthropic calls it. Without one: ${usualModels.anthropic_claude}.`,
      }),
    },
  },
  openai_compatible: {
    label: 'OpenAI-compatible server',
    about:
      'A server of your own, such as Ollama, vLLM or llama.cpp, at the address that OPENAI_COMPATIBLE_BASE_URL names: nothing leaves for anywhere else.',
    fields: {
      model: textField('Model', { hint: 'As the server calls it, such as qwen3:14b.' }),
      apiKey: secretField('API key', { isOptional: true, hint: 'Where the server asks for one.' }),
      contextTokens: textField('Context length', {
        isOptional: true,
        hint: `Tokens that the server reads and writes at a time: what it was started with. Without it ${usualContextTokens}, with which Ollama and llama.cpp begin; longer transcripts are worked through in pieces.`,
        schema: line(7).regex(/^[1-9]\d{3,6}$/, 'A whole number of at least 1000'),
      }),
    },
  },
  built_in: {
    label: 'Built in',
    about: 'Works by rules on this machine and needs no model.',
    fields: {},
  },
} as const satisfies ProviderForms
