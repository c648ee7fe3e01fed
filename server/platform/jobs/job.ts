import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../db/db.ts'

/** The payload of each job by name. The file of each job adds its own, so that nobody has to import it to queue it. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface JobPayloads {}
export type JobName = keyof JobPayloads

/** Jobs that run at the same time in one process, so that long ones do not delay short ones. */
export const workersByQueue = {
  /** Seconds. */
  short: 4,
  /** Long computations. */
  hours: 4,
  /** What waits for somebody else's server or a storage. */
  outside: 14,
  /** Webhooks may go to many hosts, none of which may take the slots of mail. */
  webhooks: 4,
} as const
export type QueueName = keyof typeof workersByQueue

/** Jobs of one group, such as a host, at a time in all processes. */
export const maxOfGroup = 2

/** One attempt of a job, held by this process. */
export type RunningJob = {
  /** Different for each attempt: a name for files. */
  attemptId: string
  /** From 1. */
  attempt: number
  /** Milliseconds since it was queued for the first time. */
  waitedMs: number
  /** Aborted when the process stops, the time is up, the job was cancelled, or another process has it. */
  signal: AbortSignal
  onError: (error: Error) => void
  /** Rolls `tx` back unless this process still has the job. */
  requireClaim: (tx: Db) => Promise<void>
  /** Ends the job with the last write of `tx`, which is rolled back unless this process still has the job. */
  finish: (tx: Db) => Promise<void>
  /** The same, and queues the job again. This run counts as no attempt. */
  runAgain: (tx: Db, delayMs: number) => Promise<void>
}

export type Failure = { sentence: string; attempt: number; error: unknown }

/** What a job needs to be run; the runner does the rest: retries, stopping, lost claims, error sentences. */
export type Job<Name extends JobName = JobName> = {
  name: Name
  payload: z.ZodType<JobPayloads[Name]>
  queue: QueueName
  /** It is given up after so many that failed. */
  attempts: number
  /** Limits one attempt. */
  timeoutMs?: number
  /** What it waits for. */
  group?: string | ((tx: Db, payload: JobPayloads[Name]) => Promise<string | undefined>)
  /** When it runs by itself, as a cron expression in UTC. `catchesUp`: also when no process ran at that time. */
  schedule?: { cron: string; catchesUp?: boolean }
  /** Whether another attempt would fail in the same way; a Rejected, unless said otherwise. */
  isPermanent?: (error: unknown) => boolean
  /** Ends the job by itself, or by `job.finish` in its last transaction. */
  run: (deps: Deps, payload: JobPayloads[Name], job: RunningJob) => Promise<unknown>
  /** Shows that another attempt follows. */
  retried?: (tx: Db, payload: JobPayloads[Name], failure: Failure) => Promise<unknown>
  /** Shows that it is given up. */
  failed?: (tx: Db, payload: JobPayloads[Name], failure: Failure, deps: Deps) => Promise<unknown>
}

export const defineJob = <Name extends JobName>(job: Job<Name>) => job

/** Another process has the job, or it was cancelled: nothing may be written any more. */
export class ClaimLost extends Error {}
