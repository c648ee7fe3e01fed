import path from 'node:path'
import { videoStorageProviders as forms } from '#contract/providers/video-storage.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ProvidersOf } from '../provider.ts'
import { awsS3 } from '../storage/aws-s3.ts'
import { downloadsFolder } from '../storage/downloads.ts'
import { bunny } from '../storage/bunny.ts'
import { googleCloud } from '../storage/google-cloud.ts'
import { localDisk } from '../storage/local-disk.ts'
import { testFolder } from '../storage/test-folder.ts'

/** A long upload must not keep those waiting who want to see something. */
const maxConcurrent = 16

export function storageProviders({
  dataDir,
  keyDir,
}: Pick<Config, 'dataDir' | 'keyDir'>): ProvidersOf<'video_storage'> {
  const borrowed = downloadsFolder(dataDir)
  return {
    bunny: {
      ...{ ...forms.bunny, maxConcurrent },
      open: (
        {
          accessKey = '',
          storageZoneName = '',
          region = 'de',
          storagePath = '',
          pullZoneHost = '',
          tokenKey = '',
        },
        outboundClient,
      ) =>
        bunny({
          settings: { accessKey, storageZoneName, region, storagePath, pullZoneHost, tokenKey },
          ...{ outboundClient, borrowed },
        }),
    },
    aws_s3: {
      ...{ ...forms.aws_s3, maxConcurrent },
      open: (
        {
          accessKeyId = '',
          secretAccessKey = '',
          region = '',
          bucketName = '',
          endpoint = '',
          playback = '',
        },
        outboundClient,
      ) =>
        awsS3({
          settings: { accessKeyId, secretAccessKey, region, bucketName, endpoint, playback },
          ...{ outboundClient, borrowed },
        }),
    },
    google_cloud: {
      ...{ ...forms.google_cloud, maxConcurrent },
      open: ({ keyFilePath = '', bucketName = '' }, outboundClient) =>
        googleCloud({ settings: { keyFilePath, bucketName }, outboundClient, keyDir, borrowed }),
    },
    local_disk: {
      ...forms.local_disk,
      open: () => ({
        ...localDisk(path.join(dataDir, 'recordings')),
        test: () => testFolder(path.join(dataDir, 'recordings')),
      }),
    },
  }
}
