import { transcriptionProviders as forms } from '#contract/providers/transcription.ts'
import type { Config } from '../../config.ts'
import type { ProvidersOf } from '../provider.ts'
import { localTranscriber } from '../transcription/local/local.ts'
import { testModels } from '../transcription/local/models.ts'
import { openaiWhisper } from '../transcription/openai/openai-whisper.ts'
import { whisperServer } from '../transcription/openai/whisper-server.ts'

export const transcriptionProviders = ({
  modelsDir,
}: Pick<Config, 'modelsDir'>): ProvidersOf<'transcription'> => ({
  openai_whisper: {
    ...forms.openai_whisper,
    open: ({ apiKey = '', model }, door) =>
      openaiWhisper({ apiKey, model: model || undefined }, { door, modelsDir }),
  },
  local: {
    ...forms.local,
    open: () => ({ ...localTranscriber({ modelsDir }), test: () => testModels(modelsDir) }),
  },
  whisper_server: {
    ...forms.whisper_server,
    open: ({ apiKey, model }, door) =>
      whisperServer({ apiKey, model: model || undefined }, { door, modelsDir }),
  },
})
