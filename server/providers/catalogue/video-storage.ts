import path from 'node:path'
import { videoStorageProviders as forms } from '#contract/providers/video-storage.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ProvidersOf } from '../provider.ts'
import { awsS3 } from '../storage/aws-s3.ts'
import { bunny } from '../storage/bunny.ts'
import { downloadsFolder } from '../storage/downloads.ts'
import { googleCloud } from '../storage/google-cloud.ts'
import { localDisk, testFolder } from '../storage/local-disk.ts'

/** Long uploads must not block playback. */
const maxConcurrent = 16

export function storageProviders({
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
