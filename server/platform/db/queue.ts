import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './db.ts'

/** Names of background work and what each carries: ids only, the database holds the rest. */
export type Jobs = {
  transcribe: { transcriptionId: string }
  'collect-transcription': { transcriptionId: string }
  'finish-upload': { uploadId: string }
  deliver: { messageId: string }
  'delete-definition': { deletionId: string }
  'run-after-conversation': { runId: string }
  'prepare-session': { briefId: string }
  'recount-weeks': Record<string, never>
  'check-template': { checkId: string }
  'sync-crm': { syncId: string }
  'move-recordings': { moveId: string }
  'repack-recording': { recordingId: string }
  'forget-elsewhere': Record<string, never>
  sweep: Record<string, never>
}

export interface Queue {
  /**
   * Adds inside the caller's transaction, so that work and the reason for it are saved together; not before
   * `delayMs` from now. Adding again what still waits moves it instead of doubling it.
   */
  add<N extends keyof Jobs>(db: Db, name: N, data: Jobs[N], delayMs?: number): Promise<void>
}

/** What makes two pieces of work the same. */
const keyOf: { [N in keyof Jobs]: (data: Jobs[N]) => string } = {
  transcribe: ({ transcriptionId }) => `transcribe:${transcriptionId}`,
  // Of one transcription only one thing is to be done next.
  'collect-transcription': ({ transcriptionId }) => `transcribe:${transcriptionId}`,
  'finish-upload': ({ uploadId }) => `finish-upload:${uploadId}`,
  deliver: ({ messageId }) => `deliver:${messageId}`,
  'delete-definition': ({ deletionId }) => `delete-definition:${deletionId}`,
  'run-after-conversation': ({ runId }) => `run-after-conversation:${runId}`,
  'prepare-session': ({ briefId }) => `prepare-session:${briefId}`,
  'recount-weeks': () => 'recount-weeks',
  'check-template': ({ checkId }) => `check-template:${checkId}`,
  'sync-crm': ({ syncId }) => `sync-crm:${syncId}`,
  'move-recordings': ({ moveId }) => `move-recordings:${moveId}`,
  'repack-recording': ({ recordingId }) => `repack-recording:${recordingId}`,
  'forget-elsewhere': () => 'forget-elsewhere',
  sweep: () => 'sweep',
}

/** Marks work of which a process takes none while it has no place for it: meanwhile another one may. */
export const needsPlace = 'needs-place'
const flagsOf: Partial<Record<keyof Jobs, string[]>> = { transcribe: [needsPlace] }

/** Whether a job with that key waits to be begun: a worker that was killed keeps its job locked for hours. */
export const isQueued = (key: RawBuilder<string>) => sql<SqlBool>`exists (
  select from graphile_worker.jobs as job
  where job.key = ${key} and job.locked_at is null and job.attempts < job.max_attempts
)`

/** The queue of graphile-worker, in the same database. A job is tried once: what is to be tried again says so in its own row. */
export const databaseQueue: Queue = {
  async add(db, name, data, delayMs = 0) {
    await sql`
      select graphile_worker.add_job(
        ${name},
        ${JSON.stringify(data)}::json,
        run_at => now() + ${delayMs} * interval '1 millisecond',
        max_attempts => 1,
        job_key => ${keyOf[name](data)},
        flags => ${flagsOf[name] ?? null}::text[]
      )`.execute(db)
  },
}
