import { transcriptionProviders as forms } from '#contract/providers/transcription.ts'
import { isLoopback } from '../../platform/config/loopback.ts'
import type { Environment } from './catalogue.ts'
import type { ProvidersOf } from '../provider.ts'
import { elevenlabs } from '../transcription/elevenlabs/elevenlabs.ts'
import { googleSpeech } from '../transcription/google/google-speech.ts'
import { localTranscriber } from '../transcription/local/local.ts'
import { testModels } from '../transcription/local/models.ts'
import { openaiWhisper } from '../transcription/openai/openai-whisper.ts'
import { whisperServer } from '../transcription/openai/whisper-server.ts'

export const transcriptionProviders = ({
  modelsDir,
  keyDir,
  appOrigin,
}: Pick<Environment, 'modelsDir' | 'keyDir' | 'appOrigin'>): ProvidersOf<'transcription'> => ({
  openai_whisper: {
    ...forms.openai_whisper,
    open: ({ apiKey = '', model }, outboundClient) =>
      openaiWhisper({ apiKey, model: model || undefined }, { outboundClient, modelsDir }),
  },
  google_speech: {
    ...forms.google_speech,
    open: (
      { projectId = '', keyFilePath = '', bucketName, location, languageCode, model },
      outboundClient,
    ) =>
      googleSpeech(
        {
          ...{ projectId, keyFilePath, bucketName: bucketName || undefined },
          ...{ location: location || undefined, languageCode: languageCode || undefined },
          model: model || undefined,
        },
        { outboundClient, keyDir, modelsDir },
      ),
  },
  elevenlabs: {
    ...forms.elevenlabs,
    open: ({ apiKey = '', webhookId = '', webhookSecret, model }, outboundClient) =>
      elevenlabs(
        { apiKey, webhookId, webhookSecret: webhookSecret || undefined, model: model || undefined },
        { outboundClient, modelsDir, canCallBack: canCallBack(appOrigin) },
      ),
  },
  local: {
    ...forms.local,
    open: () => ({ ...localTranscriber({ modelsDir }), test: () => testModels(modelsDir) }),
  },
  whisper_server: {
    ...forms.whisper_server,
    open: ({ apiKey, model }, outboundClient) =>
      whisperServer({ apiKey, model: model || undefined }, { outboundClient, modelsDir }),
  },
})

/** Services call https only; on this machine itself somebody is trying things out. */
function canCallBack(appOrigin: string | undefined) {
  if (appOrigin === undefined) return true
  const { protocol, hostname } = new URL(appOrigin)
  return protocol === 'https:' || isLoopback(hostname)
}
