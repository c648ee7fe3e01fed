import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { crmProviders } from './crm.ts'
import { llmProviders } from './ai-analysis.ts'
import { messagingProviders } from './email-sms.ts'
import type { Catalogue, ProvidersOf } from '../provider.ts'
import { transcriptionProviders } from './transcription.ts'
import { videoStorageProviders as forms } from '#contract/integrations/providers/video-storage.ts'
import { awsS3 } from '../storage/aws-s3.ts'
import { bunny } from '../storage/bunny.ts'
import { downloadsFolder } from '../storage/downloads.ts'
import { googleCloud } from '../storage/google-cloud.ts'
import { localDisk, testFolder } from '../storage/local-disk.ts'

export type Environment = Pick<Config, 'dataDir' | 'modelsDir' | 'keyDir'> &
  Partial<Pick<Config, 'appOrigin'>>

export const createCatalogue = (environment: Environment): Catalogue => ({
  video_storage: storageProviders(environment),
  transcription: transcriptionProviders(environment),
  ai_analysis: llmProviders,
  email_sms: messagingProviders,
  crm: crmProviders,
})

/** Long uploads must not block playback. */
const maxConcurrent = 16

function storageProviders({
  dataDir,
  keyDir,
}: Pick<Config, 'dataDir' | 'keyDir'>): ProvidersOf<'video_storage'> {
  const downloadsDir = downloadsFolder(dataDir)
  const recordings = path.join(dataDir, 'recordings')
  return {
    bunny: {
      ...forms.bunny,
      maxConcurrent,
      open: (settings, outboundClient) => bunny({ settings, outboundClient, downloadsDir }),
    },
    aws_s3: {
      ...forms.aws_s3,
      maxConcurrent,
      open: (settings, outboundClient) => awsS3({ settings, outboundClient, downloadsDir }),
    },
    google_cloud: {
      ...forms.google_cloud,
      maxConcurrent,
      open: (settings, outboundClient) =>
        googleCloud({ settings, outboundClient, keyDir, downloadsDir }),
    },
    local_disk: {
      ...forms.local_disk,
      open: () => ({ ...localDisk(recordings), test: () => testFolder(recordings) }),
    },
  }
}
