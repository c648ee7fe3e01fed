import { sql } from 'kysely'
import { runOptions, type JobCase, manyAttempts, queued } from './job-case.ts'
import { newId } from '../platform/ids.ts'
import { makeRecording } from './make-recording.ts'
import { makeRow, makeSession } from './make.ts'
import type { testApp } from './test-app.ts'
import { deleteExternalCopies } from '../features/transcriptions/external/delete-external-copies.ts'
import { enqueueDueExternalCopies } from '../features/transcriptions/external/external-copies.queries.ts'
import { createSlots } from '../features/transcriptions/transcription-slots.ts'
import {
  runTranscription,
  collectTranscription,
} from '../features/transcriptions/run/transcribe.ts'
import { enqueueDueTranscriptions } from '../features/transcriptions/run/transcribe.queries.ts'

type RecordingJob = 'transcribe' | 'collect-transcription' | 'delete-external-copies'

/** Jobs with recordings. */
export function recordingJobs(
  app: Awaited<ReturnType<typeof testApp>>,
): Record<RecordingJob, JobCase> {
  const { db, deps, clientId, sessionDefinitionId } = app
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
