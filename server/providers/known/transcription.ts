import { transcriptionProviders as forms } from '#contract/providers/transcription.ts'
import type { Config } from '../../config.ts'
import type { ProvidersOf } from '../provider.ts'
import { localTranscriber } from '../transcription/local/local.ts'
import { testModels } from '../transcription/local/models.ts'

export const transcriptionProviders = ({
  modelsDir,
}: Pick<Config, 'modelsDir'>): ProvidersOf<'transcription'> => ({
  local: {
    ...forms.local,
    open: () => ({ ...localTranscriber({ modelsDir }), test: () => testModels(modelsDir) }),
  },
})
