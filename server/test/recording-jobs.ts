import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { broken, runOptions, inRow, type JobCase, manyAttempts, queued } from './job-case.ts'
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
import { deleteExternalCopies } from '../features/transcriptions/external/delete-external-copies.ts'
import { enqueueDueExternalCopies } from '../features/transcriptions/external/external-copies.queries.ts'
import { createSlots } from '../features/transcriptions/transcription-slots.ts'
import {
  runTranscription,
  collectTranscription,
} from '../features/transcriptions/run/transcribe.ts'
import { enqueueDueTranscriptions } from '../features/transcriptions/run/transcribe.queries.ts'

type RecordingJob =
  | ('transcribe' | 'collect-transcription' | 'delete-external-copies')
  | ('finish-upload' | 'move-recordings' | 'repack-recording')

/** Jobs with recordings. */
export function recordingJobs(
  app: Awaited<ReturnType<typeof testApp>>,
): Record<RecordingJob, JobCase> {
  const { db, deps, storage, clientId, sessionDefinitionId, coachUserId } = app
  const aSession = () => makeSession(db, { clientId, sessionDefinitionId })
  const transcriptions = {
    ...queued('transcribe', 'transcription', 'failed'),
    claimed: sql`attempts = ${manyAttempts}, status = 'running'`,
    enqueueDue: () => enqueueDueTranscriptions(db, deps.queue),
  }

  return {
    transcribe: {
      ...transcriptions,
      async make() {
        const sessionId = await aSession()
        await makeRecording(deps, sessionId)
        return makeRow(db, 'transcription', { sessionId })
      },
      fail: (id, run = runOptions) =>
        runTranscription(deps, id, { ...run, slots: createSlots(), queuedAt: new Date() }),
    },
    'collect-transcription': {
      ...transcriptions,
      async make() {
        const sessionId = await aSession()
        const { id: integrationId } = await deps.providers.active('transcription')
        return makeRow(db, 'transcription', {
          ...{ sessionId, integrationId, recordingId: await makeRecording(deps, sessionId) },
          ...{ status: 'running', externalId: newId() },
        })
      },
      fail: (id, run = runOptions) => collectTranscription(deps, id, run),
    },
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
    'delete-external-copies': {
      ...{ table: 'external_copy', claimed: sql`attempts = ${manyAttempts}`, isEndless: true },
      async make() {
        const { id: integrationId } = await deps.providers.active('transcription')
        const externalId = newId()
        await db.insertInto('externalCopy').values({ integrationId, externalId }).execute()
        return externalId
      },
      fail: (_id, run = runOptions) => deleteExternalCopies(deps, run),
      due: (id) => sql`select due_at as due from external_copy where external_id = ${id}`,
      makeDue: (id) => sql`update external_copy set due_at = now() where external_id = ${id}`,
      enqueueDue: () => enqueueDueExternalCopies(db, deps.queue),
    },
  }
}
