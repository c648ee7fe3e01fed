import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import type { Settings } from '../../provider.ts'
import { type Service, transcribeInChunks } from '../chunks/transcribe-in-chunks.ts'
import type { AudioOptions } from '../chunks/analyze-audio.ts'
import type { Transcriber } from '../transcriber.ts'
import { audioTranscriptions } from './audio.ts'

/**
 * Your own server with OpenAI's API (speaches, whisper.cpp, vLLM), at an address in the environment. Speakers are detected
 * locally.
 */
export function whisperServer(
  // Servers with a single model accept any name; others know this one.
  { apiKey, model = 'whisper-1' }: Settings,
  { outboundClient, ...audioOptions }: AudioOptions & { outboundClient: OutboundClient },
) {
  const { label } = outboundClient
  function api() {
    const origin = outboundClient.baseUrl('')
    if (!origin)
      throw new Rejected(
        'no-address',
        `${label} has no address: set WHISPER_SERVER_BASE_URL in the environment of this installation.`,
      )
    return audioTranscriptions({ outboundClient, origin, apiKey, model })
  }
  return {
    // Most of them process one request at a time.
    maxConcurrent: 1,
    async begin(path, options) {
      const audio = api()
      const service: Service = {
        label,
        engine: `whisper-server ${model}`,
        format: 'wav',
        returns: async (...it) => ((await audio.returnsTimes(...it)) ? 'times' : 'text'),
        transcribe: audio.withTimes,
        transcribeText: audio.text,
      }
      return { transcript: await transcribeInChunks(path, options, { ...audioOptions, service }) }
    },
    async test(signal: AbortSignal) {
      const models = await api().models(signal)
      if (!models) return `${label} responds. It does not list its models.`
      if (models.includes(model)) return `${label} responds and offers ${model}.`
      return `${label} responds. It offers ${models.slice(0, 5).join(', ') || 'no model yet'}.`
    },
  } satisfies Transcriber & { test: unknown }
}
