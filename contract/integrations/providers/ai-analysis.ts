import { line } from '../../bounds.ts'
import { secretField, textField, type ProviderForms } from './fields.ts'

export const defaultModels = { openai_gpt5: 'gpt-5', anthropic_claude: 'claude-sonnet-5-5' }

/** Default context length of Ollama and llama.cpp. */
export const defaultContextTokens = 4096

export const aiAnalysisProviders = {
  openai_gpt5: {
    label: 'OpenAI',
    about: 'Prompts and transcripts are sent to OpenAI, which is asked not to store them.',
    fields: {
      apiKey: secretField('API key'),
      model: textField('Model', {
        isOptional: true,
        hint: `Model name at OpenAI. Default: ${defaultModels.openai_gpt5}.`,
      }),
    },
  },
  anthropic_claude: {
    label: 'Anthropic',
    about: 'Prompts and transcripts are sent to Anthropic.',
    fields: {
      apiKey: secretField('API key'),
      model: textField('Model', {
        isOptional: true,
        hint: `Model name at Anthropic. Default: ${defaultModels.anthropic_claude}.`,
      }),
    },
  },
  openai_compatible: {
    label: 'OpenAI-compatible server',
    about:
      'Your own server, such as Ollama, vLLM or llama.cpp, at the address in OPENAI_COMPATIBLE_BASE_URL. Nothing is sent anywhere else.',
    fields: {
      model: textField('Model', { hint: 'Model name on the server, such as qwen3:14b.' }),
      apiKey: secretField('API key', { isOptional: true, hint: 'If the server requires one.' }),
      contextTokens: textField('Context length', {
        isOptional: true,
        hint: `Context length in tokens that the server was started with. Default: ${defaultContextTokens}, as in Ollama and llama.cpp. Longer transcripts are processed in chunks.`,
        schema: line(7).regex(/^[1-9]\d{3,6}$/, 'A whole number of at least 1000'),
      }),
    },
  },
  built_in: {
    label: 'Built in',
    about: 'Uses rules on this machine; no model needed.',
    fields: {},
  },
} as const satisfies ProviderForms
