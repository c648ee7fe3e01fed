import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { openPool } from '../db/pool.ts'
import { needsCapacity } from '../db/queue.ts'
import type { Deps } from '../../deps.ts'
import { downloadsFolder, deleteOldDownloads } from '../../providers/storage/downloads.ts'
import { makeStagingFolder } from '../../features/recordings/uploads/staging.ts'
import { sweepDiscarded, sweepOrphans } from '../../features/recordings/storage/sweep-storage.ts'
import { sweepUploads } from '../../features/recordings/uploads/sweep-uploads.ts'
import { runUploadJob } from '../../features/recordings/uploads/uploads.jobs.ts'
import { runAnalysisStep } from '../../features/analysis/automatic/run-analysis-step.ts'
import { requeueRuns } from '../../features/analysis/automatic/automatic-runs.queries.ts'
import { requeueBriefs } from '../../features/briefs/briefs.queries.ts'
import { prepareTomorrow } from '../../features/briefs/briefs.service.ts'
import { prepareSession } from '../../features/briefs/prepare-session.ts'
import {
  recordTimeZone,
  rescueWeekRecount,
} from '../../features/settings/installation/week-recount.queries.ts'
import { recountWeeksInBackground } from '../../features/plans/recount-weeks.ts'
import { inTransaction } from '../db/transaction.ts'
import { deliver } from '../../features/messages/delivery/deliver.ts'
import { refreshSessionSummaries } from '../../features/clients/refresh-session-summaries.ts'
import { recordDelivery } from '../../features/questionnaires/safety-marks/safety-marks.service.ts'
import { rescueMessages } from '../../features/messages/delivery/delivery.queries.ts'
import { runTemplateCheck } from '../../features/prompts/checks/run-check.ts'
import { requeueChecks } from '../../features/prompts/checks/run-check.queries.ts'
import { requestSync } from '../../features/crm/crm.service.ts'
import { rescueSyncs } from '../../features/crm/crm-sync.queries.ts'
import { runSyncJob } from '../../features/crm/crm.jobs.ts'
import { deleteInBackground } from '../../features/definitions/deletions/delete-definition.ts'
import { rescueDeletions } from '../../features/definitions/deletions/deletions.queries.ts'
import { applyRetention } from '../../features/retention/apply-retention.ts'
import { remindOfAssignments } from '../../features/reminders/assignment-reminders.ts'
import { remindOfSessions } from '../../features/reminders/session-reminders.ts'
import { createSlots } from '../../features/transcriptions/transcription-slots.ts'
import type { TranscriptionTimes } from '../../features/transcriptions/run/handle-failure.ts'
import {
  areSlotsTaken,
  runTranscription,
  collectTranscription,
} from '../../features/transcriptions/run/transcribe.ts'
import { deleteExternalCopies } from '../../features/transcriptions/external/delete-external-copies.ts'
import { rescueExternalCopies } from '../../features/transcriptions/external/external-copies.queries.ts'
import { rescueTranscriptions } from '../../features/transcriptions/run/transcribe.queries.ts'
import { rescueUploads } from '../../features/recordings/uploads/finish-upload.queries.ts'
import { rescueMoves } from '../../features/recordings/moves/moves.queries.ts'
import { runMoveJob } from '../../features/recordings/moves/moves.jobs.ts'
import { runRepackJob } from '../../features/recordings/playback/repack.jobs.ts'
import { rescueRepacks } from '../../features/recordings/playback/repack.queries.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'installation' | 'providers' | 'queue'>

export type JobTimings = TranscriptionTimes & { recoveryMs: number }
const usualTimes: JobTimings = {
  progressMs: 500,
  heartbeatMs: 2_000,
  leaseMs: 15_000,
  retryMs: 5_000,
  recoveryMs: 5_000,
}

/** Begun and asked for, with all providers together; how many are begun with one of them is its own affair. */
const transcriptionsAtOnce = 4
/** What other nouns do when a message has ended. */
const whenEnded = { safetyMark: recordDelivery }
/** A mail service that takes its time must not keep the sweeps waiting. */
const smallAtOnce = 4
const longAtOnce = 2
/** Milliseconds that a stop waits for a sweep under way: the next sweep does what is left. */
const stopWaitsMs = 2_000

type Settings = {
  connectionString: string
  /** Hears of what went wrong and was not the fault of the material; work goes on. */
  onError: (error: Error) => void
  times?: Partial<JobTimings>
}

/**
 * Does the background work until `stop`: as many transcriptions as their provider takes at a time, uploads that have
 * arrived two at a time, and beside them messages, and at start and every hour what keeps files and rows tidy. Any number
 * of processes may do it over one database. `stop` gives what is under way back to the queue and takes moments.
 */
export async function startJobs(deps: Needs, { connectionString, onError, times }: Settings) {
  makeStagingFolder(deps.config)
  const all = { ...usualTimes, ...times }
  const stopping = new AbortController()
  const overdue = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => setTimeout(resolve, stopWaitsMs).unref())
  })
  // For each of the queues: one to hear of work, and one to take it. A pool that the queue makes itself is left while its
  // connections still say goodbye, and whatever breaks one of them then ends the process.
  const pgPool = openPool({ connectionString, max: 10 }, onError)
  const options = {
    pgPool,
    pollInterval: Math.min(2_000, all.retryMs),
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') onError(new Error(message))
    }),
  }
  const job = { times: all, signal: stopping.signal, onError }
  const slots = createSlots()
  const transcribing = { ...job, slots }
  const beginTranscriptions = () =>
    run({
      ...options,
      concurrency: transcriptionsAtOnce,
      forbiddenFlags: async () => ((await areSlotsTaken(deps, slots)) ? [needsCapacity] : []),
      taskList: {
        transcribe: (payload, { job }) =>
          runTranscription(deps, transcribeJob.parse(payload).transcriptionId, {
            ...transcribing,
            queuedAt: job.run_at,
          }),
        'collect-transcription': (payload) =>
          collectTranscription(deps, transcribeJob.parse(payload).transcriptionId, transcribing),
      },
      parsedCronItems: [],
    })
  const beginUploads = () =>
    run({
      ...options,
      concurrency: 2,
      taskList: {
        'finish-upload': (payload) => runUploadJob(deps, uploadJob.parse(payload).uploadId, job),
      },
      parsedCronItems: [],
    })
  /** What fails in one part stops no other. */
  async function sweep() {
    await sweepUploads(deps, onError).catch(onError)
    await sweepDiscarded(deps, onError).catch(onError)
    await deleteOldDownloads(downloadsFolder(deps.config.dataDir)).catch(onError)
  }
  const beginSmall = () =>
    run({
      ...options,
      concurrency: smallAtOnce,
      taskList: {
        sweep: () => Promise.race([sweep(), overdue]),
        'sweep-orphans': () => Promise.race([sweepOrphans(deps, onError), overdue]),
        deliver: (payload) =>
          deliver({ ...deps, whenEnded }, deliverJob.parse(payload).messageId, job),
        'delete-external-copies': () => deleteExternalCopies(deps, job),
        'delete-definition': (payload) =>
          deleteInBackground(deps, deletionJob.parse(payload).deletionId, job),
        'check-template': (payload) => runTemplateCheck(deps, checkJob.parse(payload).checkId, job),
        remind: async () => {
          await remindOfSessions(deps, job).catch(onError)
          await remindOfAssignments(deps, job).catch(onError)
        },
        'prepare-tomorrow': () => prepareTomorrow(deps, job).catch(onError),
        'begin-crm-sync': async () => void (await requestSync(deps, null)),
        purge: async () => {
          await Promise.race([applyRetention(deps.db, stopping.signal), overdue])
          await purgeJobs(deps)
        },
      },
      parsedCronItems: parseCronItems([
        ...['sweep', 'purge'].map((task) => ({
          task,
          match: '7 * * * *',
          options: { maxAttempts: 1 },
        })),
        { task: 'remind', match: '* * * * *', options: { maxAttempts: 1 } },
        { task: 'prepare-tomorrow', match: '* * * * *', options: { maxAttempts: 1 } },
        { task: 'begin-crm-sync', match: '17 * * * *', options: { maxAttempts: 1 } },
        {
          task: 'sweep-orphans',
          match: '37 3 * * *',
          // A machine that sleeps at night does it when it wakes.
          options: { maxAttempts: 1, backfillPeriod: 24 * 3600 * 1000 },
        },
      ]),
    })
  /** A model takes minutes, and a change of the time zone longer: neither may keep messages and sweeps waiting. */
  const beginLong = () =>
    run({
      ...options,
      concurrency: longAtOnce,
      taskList: {
        'run-after-conversation': (payload) =>
          runAnalysisStep(deps, runJob.parse(payload).runId, job),
        'prepare-session': (payload) => prepareSession(deps, briefJob.parse(payload).briefId, job),
        'sync-crm': (payload) => runSyncJob(deps, syncJob.parse(payload).syncId, job),
        'repack-recording': (payload) =>
          runRepackJob(deps, repackJob.parse(payload).recordingId, job),
        'recount-weeks': () => Promise.race([recountWeeksInBackground(deps.db, job), overdue]),
      },
      parsedCronItems: [],
    })
  /** Hours of it keep nothing else waiting. */
  const beginMoves = () =>
    run({
      ...options,
      concurrency: 1,
      taskList: {
        'move-recordings': (payload) => runMoveJob(deps, moveJob.parse(payload).moveId, job),
      },
      parsedCronItems: [],
    })
  const supervision = { signal: stopping.signal, onError, againMs: all.retryMs }
  const transcriptions = await kept(beginTranscriptions, supervision)
  const uploads = await kept(beginUploads, supervision)
  const small = await kept(beginSmall, supervision)
  const long = await kept(beginLong, supervision)
  const moves = await kept(beginMoves, supervision)
  await inTransaction(deps.db, (tx) => recordTimeZone(tx, deps.queue, deps.installation.timeZone))
  await deps.queue.add(deps.db, 'sweep', {})
  const rescuing = repeat(all.recoveryMs, stopping.signal, async () => {
    await rescueTranscriptions(deps.db, deps.queue).catch(onError)
    await rescueExternalCopies(deps.db, deps.queue).catch(onError)
    await rescueUploads(deps.db, deps.queue).catch(onError)
    await rescueMoves(deps.db, deps.queue).catch(onError)
    await rescueRepacks(deps.db, deps.queue).catch(onError)
    await rescueMessages(deps.db, deps.queue).catch(onError)
    await requeueRuns(deps.db, deps.queue).catch(onError)
    await requeueBriefs(deps.db, deps.queue).catch(onError)
    await rescueWeekRecount(deps.db, deps.queue).catch(onError)
    await rescueDeletions(deps.db, deps.queue).catch(onError)
    await requeueChecks(deps.db, deps.queue).catch(onError)
    await rescueSyncs(deps.db, deps.queue).catch(onError)
    await refreshSessionSummaries(deps.db, stopping.signal).catch(onError)
  })
  return {
    async stop() {
      stopping.abort(new Error('stopping'))
      await rescuing
      await Promise.all([
        transcriptions.stop(),
        uploads.stop(),
        small.stop(),
        long.stop(),
        moves.stop(),
      ])
      // The end of a job may still wait for a connection, of which the queue tells nobody.
      while (pgPool.waitingCount) await sleep(10)
      if (!pgPool.ending) await pgPool.end()
    },
  }
}

type Supervision = { signal: AbortSignal; onError: (error: Error) => void; againMs: number }

/** A queue gives up when it loses the database at a bad moment: it is begun again until one wants to stop. */
async function kept(begin: () => Promise<Runner>, { signal, onError, againMs }: Supervision) {
  let runner: Runner | undefined = await begin()
  const watching = repeat(againMs, signal, async () => {
    try {
      runner ??= await begin()
      await (signal.aborted ? runner.stop() : runner.promise)
    } catch (error) {
      onError(error as Error)
    }
    runner = undefined
  })
  return {
    async stop() {
      await runner?.stop().catch(onError)
      await watching
    },
  }
}

const transcribeJob = z.object({ transcriptionId: z.uuid() })
const deliverJob = z.object({ messageId: z.uuid() })
const deletionJob = z.object({ deletionId: z.uuid() })
const moveJob = z.object({ moveId: z.uuid() })
const repackJob = z.object({ recordingId: z.uuid() })
const runJob = z.object({ runId: z.uuid() })
const briefJob = z.object({ briefId: z.uuid() })
const checkJob = z.object({ checkId: z.uuid() })
const syncJob = z.object({ syncId: z.uuid() })
const uploadJob = z.object({ uploadId: z.uuid() })

/** What failed for good, or was locked by a process that died, has nothing more to say: the rows know. */
const purgeJobs = ({ db }: Pick<Deps, 'db'>) =>
  sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where locked_at is null and attempts >= max_attempts`.execute(db)

async function repeat(everyMs: number, signal: AbortSignal, work: () => Promise<void>) {
  while (!signal.aborted) {
    await work()
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
