import path from 'node:path'
import type { Config } from '../config.ts'
import { builtInLlm } from './llm/built-in.ts'
import { outbox } from './messaging/outbox.ts'
import type { Catalogue } from './provider.ts'
import { localDisk } from './storage/local-disk.ts'
import { localTranscriber } from './transcription/local/local.ts'

/** Every provider with its settings and its adapter. */
export const catalogueOf = ({
  dataDir,
  modelsDir,
}: Pick<Config, 'dataDir' | 'modelsDir'>): Catalogue => ({
  video_storage: {
    local_disk: { fields: {}, open: () => localDisk(path.join(dataDir, 'recordings')) },
  },
  transcription: {
    local: { fields: {}, open: () => localTranscriber({ modelsDir }) },
  },
  ai_analysis: {
    built_in: { fields: {}, open: () => builtInLlm },
  },
  email_sms: {
    outbox: { fields: {}, open: () => outbox },
  },
})
