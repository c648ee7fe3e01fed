import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { transcribeInChunks } from '../chunks/transcribe-in-chunks.ts'
import type { AudioOptions } from '../chunks/analyze-audio.ts'
import type { Transcriber } from '../transcriber.ts'
import { audioTranscriptions } from './audio.ts'

/** The one that tells speakers. */
const usualModel = 'gpt-4o-transcribe-diarize'
/** Recordings that one process sends at a time: each is a few pieces at once. */
const maxConcurrent = 2

/** Speech to text at OpenAI: only the sound leaves, in pieces. Where its model tells no speakers, they are told apart here. */
export function openaiWhisper(
  { apiKey, model = usualModel }: { apiKey: string; model?: string | undefined },
  { outboundClient, ...listening }: AudioOptions & { outboundClient: OutboundClient },
) {
  const origin = outboundClient.baseUrl('https://api.openai.com')
  const audio = audioTranscriptions({ outboundClient, origin, apiKey, model })
  const hasNames = model.includes('diarize')
  const service = {
    label: outboundClient.label,
    engine: `openai ${model}`,
    sends: 'ogg' as const,
    tells: hasNames
      ? ('names' as const)
      : model.startsWith('whisper')
        ? ('times' as const)
        : ('text' as const),
    hear: hasNames ? audio.withSpeakers : audio.withTimes,
    hearText: audio.text,
  }
  return {
    maxConcurrent,
    begin: async (path, options) => ({
      transcript: await transcribeInChunks(path, options, { ...listening, service }),
    }),
    async test(signal: AbortSignal) {
      const { list } = await audio.models(signal)
      if (!list().includes(model))
        throw new Rejected(
          'no-model',
          `${outboundClient.label} does not offer the model ${model} to this key.`,
        )
      return `${outboundClient.label} answers, and offers ${model}.`
    },
  } satisfies Transcriber & { test: unknown }
}
