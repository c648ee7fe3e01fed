import { Rejected } from '../failures.ts'
import { conversationOf } from './conversation.ts'
import type { Llm } from './llm.ts'

/** Needs no service: turns a raw transcript into a readable conversation by rules. Nothing but diarization. */
export const builtInLlm: Llm = {
  async complete({ type, input }) {
    if (type !== 'diarization')
      throw new Rejected(
        'needs-model',
        'This needs an AI provider. Please configure one in System Settings.',
      )
    return { text: conversationOf(input['audioTranscript'] ?? ''), tokensUsed: null }
  },
}
