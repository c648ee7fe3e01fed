import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { broken, runOptions, inRow, type JobCase, queued } from './job-case.ts'
import { newId } from '../platform/ids.ts'
import { runUploadJob } from '../features/recordings/uploads/uploads.jobs.ts'
import { enqueueDueUploads } from '../features/recordings/uploads/finish-upload.queries.ts'
import { enqueueDueMoves } from '../features/recordings/moves/moves.queries.ts'
import { runMoveJob } from '../features/recordings/moves/moves.jobs.ts'
import { enqueueDueRepacks } from '../features/recordings/playback/repack.queries.ts'
import { runRepackJob } from '../features/recordings/playback/repack.jobs.ts'
import { stagingFile } from '../features/recordings/uploads/staging.ts'
import { makeRecording } from './make-recording.ts'
import { localDiskId, makeRow, makeSession, updateRow } from './make.ts'
import type { testApp } from './test-app.ts'
import { withAdapters } from './with-adapters.ts'

type RecordingJob = 'finish-upload' | 'move-recordings' | 'repack-recording'

/** Jobs with recordings. */
export function recordingJobs(
  app: Awaited<ReturnType<typeof testApp>>,
): Record<RecordingJob, JobCase> {
  const { db, deps, storage, clientId, sessionDefinitionId, coachUserId } = app
  const aSession = () => makeSession(db, { clientId, sessionDefinitionId })
  return {
    'finish-upload': {
      ...queued('finish-upload', 'upload', 'failed'),
      async make() {
        const [id, sessionId] = [newId(), await aSession()]
        writeFileSync(stagingFile(deps.config, id), 'a')
        return makeRow(db, 'upload', {
          ...{ id, sessionId, userId: coachUserId, status: 'processing' },
          ...{ fileName: 'talk.mp4', sizeBytes: 1 },
        })
      },
      fail: (id, run = runOptions) =>
        runUploadJob(
          withAdapters(
            { ...deps, config: { ...deps.config, dataDir: '/nowhere' } },
            { video_storage: { ...storage, put: broken } },
          ),
          id,
          run,
        ),
      enqueueDue: () => enqueueDueUploads(db, deps.queue),
    },
    'move-recordings': {
      ...inRow('recordings_move', 'next_try_at', sql`status = 'running'`),
      async make() {
        await db.deleteFrom('recordingsMove').execute()
        const recordingId = await makeRecording(deps, await aSession())
        const other = { type: 'video_storage', provider: 'local_disk' }
        const integrationId = await makeRow(db, 'integration', other)
        await updateRow(db, 'recording', recordingId, { integrationId })
        return makeRow(db, 'recordingsMove', { integrationId: localDiskId })
      },
      fail: (id, run = runOptions) =>
        runMoveJob(withAdapters(deps, { video_storage: { ...storage, put: broken } }), id, run),
      makeDue: (id) =>
        sql`with due as (update recording_move_failure set next_try_at = now())
          update recordings_move set next_try_at = now() where id = ${id}`,
      enqueueDue: () => enqueueDueMoves(db, deps.queue),
    },
    'repack-recording': {
      ...inRow('recording_repack', 'next_try_at', sql`true`),
      async make() {
        const id = await makeRecording(deps, await aSession())
        return makeRow(db, 'recordingRepack', { id })
      },
      fail: (id, run = runOptions) =>
        runRepackJob(
          withAdapters(deps, { video_storage: { ...storage, withLocalFile: broken } }),
          id,
          run,
        ),
      enqueueDue: () => enqueueDueRepacks(db, deps.queue),
    },
  }
}
