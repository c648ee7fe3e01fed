import path from 'node:path'
import { videoStorageProviders } from '#contract/providers/video-storage.ts'
import type { Config } from '../../config.ts'
import type { ProvidersOf } from '../provider.ts'
import { localDisk } from '../storage/local-disk.ts'
import { testFolder } from '../storage/test-folder.ts'

export const storageProviders = ({
  dataDir,
}: Pick<Config, 'dataDir'>): ProvidersOf<'video_storage'> => ({
  local_disk: {
    ...videoStorageProviders.local_disk,
    open: () => ({
      ...localDisk(path.join(dataDir, 'recordings')),
      test: () => testFolder(path.join(dataDir, 'recordings')),
    }),
  },
})
