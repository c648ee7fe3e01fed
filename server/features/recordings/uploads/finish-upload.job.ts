import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { finishingMs, finishUpload } from './finish-upload.ts'
import { failUpload, findCompleteUpload, saveUploadNote } from './uploads.queries.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'finish-upload': { id: string }
  }
}

/** Makes the recording of a complete upload. */
export const finishCompleteUpload = defineJob({
  name: 'finish-upload',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: 'upload',
  // Over about two days: the video may be nowhere else.
  attempts: 57,
  // Encoding parts from different browsers takes longer.
  timeoutMs: 4 * finishingMs,
  isPermanent: (error) => error instanceof AppError && error.code !== 'unavailable',
  async run(deps, { id }, job) {
    const upload = await findCompleteUpload(deps.db, id)
    if (upload) await finishUpload(deps, upload, job)
  },
  retried: (tx, { id }, { sentence }) => saveUploadNote(tx, id, sentence),
  failed: (tx, { id }, { sentence }, { queue }) => failUpload(tx, queue, id, sentence),
})
