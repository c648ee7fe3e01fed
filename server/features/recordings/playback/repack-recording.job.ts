import { rm, stat } from 'node:fs/promises'
import { z } from 'zod'
import { lockSessionRow } from '../../../platform/access.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { isNoConsent, requireConsent } from '../../../platform/consent.ts'
import { canEncodeCopies, repack } from '../../../platform/media/repack.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { defineJob, type RunningJob } from '../../../platform/jobs/job.ts'
import { discardFiles } from '../storage/discarded-files.queries.ts'
import {
  deleteRepack,
  findRecordingToRepack,
  type RecordingToRepack,
  savePlayableCopy,
} from './repack.queries.ts'
import { requireSpace, stagingFile } from '../uploads/staging.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'repack-recording': { id: string }
  }
}

/**
 * Makes the browser-playable copy of a recording. Where none can be made the recording stays a download, and the log says
 * why.
 */
export const repackRecording = defineJob({
  name: 'repack-recording',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: 'storage',
  attempts: 10,
  // Encoding may take that long.
  timeoutMs: 12 * 60 * 60 * 1000,
  isPermanent: (error) => error instanceof Rejected || isNoConsent(error),
  async run(deps, { id }, job) {
    const recording = await findRecordingToRepack(deps.db, id)
    if (!recording) return
    await makeCopy(deps, recording, job).catch((error: unknown) => {
      if (error instanceof Rejected)
        job.onError(
          new Error(`No playable copy could be made of recording ${id}: ${error.message}`),
        )
      throw error
    })
  },
  failed: (tx, { id }) => deleteRepack(tx, id),
})

async function makeCopy(
  { db, providers, config }: Pick<Deps, 'db' | 'providers' | 'config'>,
  recording: RecordingToRepack,
  { attemptId, signal, finish }: RunningJob,
) {
  const { id, sessionId, integrationId, storageKey, contentType, sizeBytes, duration } = recording
  await requireConsent(db, { sessionId }, 'recording')
  const { adapter: storage } = await providers.of('video_storage', integrationId)
  const options = { sessionId, signal }
  const key = `${id}-${attemptId}.mp4`
  const file = stagingFile(config, key)
  try {
    await requireSpace(config, sizeBytes)
    const copying = storage.withLocalFile(
      storageKey,
      (path) =>
        repack(path, file, { contentType, duration, signal, canEncode: canEncodeCopies(config) }),
      options,
    )
    await abortable(copying, signal)
    await abortable(storage.put(key, file, 'video/mp4', options), signal)
    const { size } = await stat(file)
    await inTransaction(db, async (tx) => {
      await lockSessionRow(tx, sessionId)
      await finish(tx)
      if (!(await savePlayableCopy(tx, recording, { key, bytes: size })))
        throw new Unavailable('The recording was moved in the meantime.')
      await deleteRepack(tx, id)
    })
  } catch (error) {
    // If the recording refers to it after all, the sweep leaves it. If this fails, the sweep of orphans finds it.
    await discardFiles(db, [{ integrationId, storageKey: key }]).catch(() => undefined)
    throw error
  } finally {
    await rm(file, { force: true })
  }
}
