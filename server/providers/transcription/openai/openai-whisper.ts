import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import type { Settings } from '../../provider.ts'
import { type Service, transcribeInChunks } from '../chunks/transcribe-in-chunks.ts'
import type { AudioOptions } from '../chunks/analyze-audio.ts'
import type { Transcriber } from '../transcriber.ts'
import { audioTranscriptions } from './audio.ts'

/** OpenAI. Speakers are detected locally unless the model supports diarization. */
export function openaiWhisper(
  { apiKey, model = 'gpt-4o-transcribe-diarize' }: Settings,
  { outboundClient, ...audioOptions }: AudioOptions & { outboundClient: OutboundClient },
) {
  const { label } = outboundClient
  const origin = outboundClient.baseUrl('https://api.openai.com')
  const audio = audioTranscriptions({ outboundClient, origin, apiKey, model })
  const hasSpeakers = model.includes('diarize')
  const service: Service = {
    label,
    engine: `openai ${model}`,
    format: 'ogg',
    returns: hasSpeakers ? 'speakers' : model.startsWith('whisper') ? 'times' : 'text',
    transcribe: hasSpeakers ? audio.withSpeakers : audio.withTimes,
    transcribeText: audio.text,
  }
  return {
    maxConcurrent: 2,
    begin: async (path, options) => ({
      transcript: await transcribeInChunks(path, options, { ...audioOptions, service }),
    }),
    async test(signal: AbortSignal) {
      const models = await audio.models(signal)
      if (!models?.includes(model))
        throw new Rejected('no-model', `${label} does not offer the model ${model} to this key.`)
      return `${label} responds and offers ${model}.`
    },
  } satisfies Transcriber & { test: unknown }
}
