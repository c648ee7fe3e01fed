import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './db.ts'

/** The jobs and their payloads, which contain only ids. */
export type Jobs = {
  transcribe: { transcriptionId: string }
  'collect-transcription': { transcriptionId: string }
  'finish-upload': { uploadId: string }
  deliver: { messageId: string }
  'deliver-webhook': { deliveryId: string }
  'delete-definition': { deletionId: string }
  'run-after-conversation': { runId: string }
  'prepare-session': { briefId: string }
  'recount-weeks': Record<string, never>
  'check-template': { checkId: string }
  'sync-crm': { syncId: string }
  'move-recordings': { moveId: string }
  'erase-person': { erasureId: string }
  'export-person': { exportId: string }
  'repack-recording': { recordingId: string }
  'delete-external-copies': Record<string, never>
  sweep: Record<string, never>
}

declare global {
  namespace GraphileWorker {
    // Types the payloads of the handlers.
    interface Tasks extends Jobs {}
  }
}

export interface Queue {
  /** Adds a job in the caller's transaction, to run after `delayMs`. A waiting job is rescheduled, not duplicated. */
  add<N extends keyof Jobs>(db: Db, name: N, data: Jobs[N], delayMs?: number): Promise<void>
}

/** Jobs with the same key are the same job. */
const jobKeys: { [N in keyof Jobs]: (data: Jobs[N]) => string } = {
  transcribe: ({ transcriptionId }) => `transcribe:${transcriptionId}`,
  // A transcription has one next job at a time.
  'collect-transcription': ({ transcriptionId }) => `transcribe:${transcriptionId}`,
  'finish-upload': ({ uploadId }) => `finish-upload:${uploadId}`,
  deliver: ({ messageId }) => `deliver:${messageId}`,
  'deliver-webhook': ({ deliveryId }) => `deliver-webhook:${deliveryId}`,
  'delete-definition': ({ deletionId }) => `delete-definition:${deletionId}`,
  'run-after-conversation': ({ runId }) => `run-after-conversation:${runId}`,
  'prepare-session': ({ briefId }) => `prepare-session:${briefId}`,
  'recount-weeks': () => 'recount-weeks',
  'check-template': ({ checkId }) => `check-template:${checkId}`,
  'sync-crm': ({ syncId }) => `sync-crm:${syncId}`,
  'move-recordings': ({ moveId }) => `move-recordings:${moveId}`,
  'erase-person': ({ erasureId }) => `erase-person:${erasureId}`,
  'export-person': ({ exportId }) => `export-person:${exportId}`,
  'repack-recording': ({ recordingId }) => `repack-recording:${recordingId}`,
  'delete-external-copies': () => 'delete-external-copies',
  sweep: () => 'sweep',
}

/** A process without capacity skips jobs with this flag, so that another process can run them. */
export const needsCapacity = 'needs-place'
const jobFlags: Partial<Record<keyof Jobs, string[]>> = { transcribe: [needsCapacity] }

/** Ignores locked jobs: a killed worker leaves its job locked for hours. */
export const isQueued = (key: RawBuilder<string>) => sql<SqlBool>`exists (
  select from graphile_worker.jobs as job
  where job.key = ${key} and job.locked_at is null and job.attempts < job.max_attempts
)`

/** graphile-worker in the same database. It runs a job once; retries are scheduled by the rows themselves. */
export const databaseQueue: Queue = {
  async add(db, name, data, delayMs = 0) {
    await sql`
      select graphile_worker.add_job(
        ${name},
        ${JSON.stringify(data)}::json,
        run_at => now() + ${delayMs} * interval '1 millisecond',
        max_attempts => 1,
        job_key => ${jobKeys[name](data)},
        flags => ${jobFlags[name] ?? null}::text[]
      )`.execute(db)
  },
}
