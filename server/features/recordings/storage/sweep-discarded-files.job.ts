import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/job.ts'
import { downloadsFolder, deleteOldDownloads } from '../../../providers/storage/downloads.ts'
import { sweepDiscarded } from './sweep-storage.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    sweep: Record<string, never>
  }
}

/** Deletes the files of what was deleted: as soon as it was, and every hour what was left. */
export const sweepDiscardedFiles = defineJob({
  name: 'sweep',
  payload: z.object({}),
  queue: 'outside',
  attempts: 3,
  schedule: { cron: '7 * * * *' },
  async run(deps, _payload, { onError }) {
    await sweepDiscarded(deps, onError)
    await deleteOldDownloads(downloadsFolder(deps.config.dataDir))
  },
})
