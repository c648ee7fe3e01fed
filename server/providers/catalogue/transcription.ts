import { transcriptionProviders as forms } from '#contract/integrations/providers/transcription.ts'
import { isLoopback } from '../../platform/config/loopback.ts'
import type { ProvidersOf } from '../provider.ts'
import { elevenlabs } from '../transcription/elevenlabs/elevenlabs.ts'
import { googleSpeech } from '../transcription/google/google-speech.ts'
import { localTranscriber } from '../transcription/local/local.ts'
import { testModels } from '../transcription/local/models.ts'
import { openaiWhisper } from '../transcription/openai/openai-whisper.ts'
import { whisperServer } from '../transcription/openai/whisper-server.ts'
import type { Environment } from './catalogue.ts'

export const transcriptionProviders = ({
  modelsDir,
  keyDir,
  appOrigin,
}: Environment): ProvidersOf<'transcription'> => ({
  openai_whisper: {
    ...forms.openai_whisper,
    open: (settings, outboundClient) => openaiWhisper(settings, { outboundClient, modelsDir }),
  },
  google_speech: {
    ...forms.google_speech,
    open: (settings, outboundClient) =>
      googleSpeech(settings, { outboundClient, keyDir, modelsDir }),
  },
  elevenlabs: {
    ...forms.elevenlabs,
    open: (settings, outboundClient) =>
      elevenlabs(settings, { outboundClient, modelsDir, hasWebhook: isReachable(appOrigin) }),
  },
  local: {
    ...forms.local,
    open: () => ({ ...localTranscriber({ modelsDir }), test: () => testModels(modelsDir) }),
  },
  whisper_server: {
    ...forms.whisper_server,
    open: (settings, outboundClient) => whisperServer(settings, { outboundClient, modelsDir }),
  },
})

/** Webhooks require https, except on this machine for development. */
function isReachable(appOrigin: string | undefined) {
  if (appOrigin === undefined) return true
  const { protocol, hostname } = new URL(appOrigin)
  return protocol === 'https:' || isLoopback(hostname)
}
