import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { transcribeInChunks } from '../chunks/transcribe-in-chunks.ts'
import type { AudioOptions } from '../chunks/analyze-audio.ts'
import type { Transcriber } from '../transcriber.ts'
import { audioTranscriptions } from './audio.ts'

/** Servers with one model take any name, and those with several know this one. */
const usualModel = 'whisper-1'

/**
 * Speech to text on a server of one's own that speaks as OpenAI's does (speaches, whisper.cpp, vLLM). It knows no speakers:
 * they are told apart here. The environment alone says where it is.
 */
export function whisperServer(
  { apiKey, model = usualModel }: { apiKey?: string | undefined; model?: string | undefined },
  { outboundClient, ...listening }: AudioOptions & { outboundClient: OutboundClient },
) {
  function reached() {
    const origin = outboundClient.baseUrl('')
    if (!origin)
      throw new Rejected(
        'no-address',
        'Nobody has said where the Whisper server is: set WHISPER_SERVER_BASE_URL in the environment of this installation.',
      )
    return audioTranscriptions({ outboundClient, origin, apiKey, model })
  }
  return {
    // It is one machine, and most of them hear one at a time.
    maxConcurrent: 1,
    async begin(path, options) {
      const audio = reached()
      const service = {
        label: outboundClient.label,
        engine: `whisper-server ${model}`,
        sends: 'wav' as const,
        tells: async (...it: Parameters<typeof audio.tellsTimes>) =>
          (await audio.tellsTimes(...it)) ? ('times' as const) : ('text' as const),
        hear: audio.withTimes,
        hearText: audio.text,
      }
      return { transcript: await transcribeInChunks(path, options, { ...listening, service }) }
    },
    /** whisper.cpp has no list of models. */
    async test(signal: AbortSignal) {
      const { status, list } = await reached().models(signal, (it) =>
        it.status === 404 ? 'ok' : undefined,
      )
      if (status === 404)
        return `${outboundClient.label} answers. It does not say which models it has.`
      const models = list()
      if (models.includes(model)) return `${outboundClient.label} answers, and offers ${model}.`
      return `${outboundClient.label} answers. It offers ${models.slice(0, 5).join(', ') || 'no model yet'}.`
    },
  } satisfies Transcriber & { test: unknown }
}
