import { buildExport } from '../../features/person-exports/build-export.ts'
import { enqueueDueExports } from '../../features/person-exports/person-exports.queries.ts'
import { erasePerson } from '../../features/erasures/erase-person.ts'
import { enqueueDueErasures } from '../../features/erasures/erasures.queries.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  run,
  type Runner,
  type RunnerOptions,
} from 'graphile-worker'
import type { Db } from '../db/db.ts'
import type { JobContext } from '../db/lease.ts'
import { openPool } from '../db/pool.ts'
import { createOutsideSlots } from '../jobs/outside-slots.ts'
import type { RowJob } from '../db/queue.ts'
import type { Deps } from '../../deps.ts'
import { jobs } from '../../jobs.ts'
import { startRunner } from '../jobs/start-jobs.ts'
import type { Queue } from '../jobs/queue.ts'
import { makeStagingFolder } from '../../features/recordings/uploads/staging.ts'
import { runUploadJob } from '../../features/recordings/uploads/uploads.jobs.ts'
import { runAnalysisStep } from '../../features/analysis/automatic/run-analysis-step.ts'
import { enqueueDueRuns } from '../../features/analysis/automatic/automatic-runs.queries.ts'
import { enqueueDueBriefs } from '../../features/briefs/briefs.queries.ts'
import { prepareTomorrow } from '../../features/briefs/briefs.service.ts'
import { prepareSession } from '../../features/briefs/prepare-session.ts'
import {
  recordTimeZone,
  enqueueDueWeekRecount,
} from '../../features/settings/installation/week-recount.queries.ts'
import { recountWeeksInBackground } from '../../features/plans/recount-weeks.ts'
import { inTransaction } from '../db/transaction.ts'
import { deliver } from '../../features/messages/delivery/deliver.ts'
import {
  recordDelivery,
  notifyOfWaitingMarks,
} from '../../features/questionnaires/safety-marks/safety-marks.service.ts'
import { enqueueDueMessages } from '../../features/messages/delivery/delivery.queries.ts'
import { runTemplateCheck } from '../../features/prompts/checks/run-check.ts'
import { enqueueDueChecks } from '../../features/prompts/checks/run-check.queries.ts'
import { requestSync } from '../../features/crm/crm.service.ts'
import { enqueueDueSyncs } from '../../features/crm/crm-sync.queries.ts'
import { runSyncJob } from '../../features/crm/crm.jobs.ts'
import { deleteInBackground } from '../../features/definitions/deletions/delete-definition.ts'
import { enqueueDueDeletions } from '../../features/definitions/deletions/deletions.queries.ts'
import { publishEditions } from '../../features/analytics/edition/edition.service.ts'
import { remindOfAssignments } from '../../features/reminders/assignment-reminders.ts'
import { remindOfSessions } from '../../features/reminders/session-reminders.ts'
import { enqueueDueUploads } from '../../features/recordings/uploads/finish-upload.queries.ts'
import { enqueueDueMoves } from '../../features/recordings/moves/moves.queries.ts'
import { runMoveJob } from '../../features/recordings/moves/moves.jobs.ts'
import { runRepackJob } from '../../features/recordings/playback/repack.jobs.ts'
import { enqueueDueRepacks } from '../../features/recordings/playback/repack.queries.ts'

export type JobTimings = JobContext['times'] & { recoveryMs: number }
const defaultTimings: JobTimings = {
  heartbeatMs: 2_000,
  leaseMs: 15_000,
  retryMs: 5_000,
  recoveryMs: 5_000,
}

/** Milliseconds that a stop waits for a running sweep; the next sweep does the rest. */
const stopWaitsMs = 2_000

type Settings = {
  connectionString: string
  /** Receives errors of the infrastructure; the jobs continue. */
  onError: (error: Error) => void
  times?: Partial<JobTimings>
}

/**
 * Runs the background jobs until `stop`. Several processes may do so on one database. `stop` returns running jobs to
 * the queue and does not wait for their work.
 */
export async function startJobs(deps: Deps, { connectionString, onError, times }: Settings) {
  makeStagingFolder(deps.config)
  const { db, queue } = deps
  const all = { ...defaultTimings, ...times }
  const stopping = new AbortController()
  const { signal } = stopping
  const overdue = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => setTimeout(resolve, stopWaitsMs).unref())
  })
  // Each runner needs a connection to listen and one to claim jobs. The pool is ours, because graphile-worker does not
  // wait for its own pool to close, and a late connection error would then end the process.
  const pgPool = openPool({ connectionString, max: 8 }, onError)
  const options: RunnerOptions = {
    pgPool,
    pollInterval: Math.min(2_000, all.retryMs),
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') onError(new Error(message))
    }),
    parsedCronItems: [],
  }
  const job = { times: all, signal, onError }
  const outside = createOutsideSlots()
  const whenEnded = { safetyMark: recordDelivery }
  const inSlot =
    (work: (id: string) => Promise<unknown>) =>
    async (data: { id: string }, { job: { flags, task_identifier: name } }: JobHelpers) => {
      const hasRun = await outside.run(Object.keys(flags ?? {}), () => work(data.id))
      // Several workers took jobs of one host at the same moment.
      if (!hasRun) await queue.add(db, name as RowJob, data, 1_000)
    }
  /** Separate runners, so that long jobs do not delay short ones. Each holds a connection to listen. */
  const queues: RunnerOptions[] = [
    {
      // Jobs that wait for somebody else's server, a storage or a long computation; their flags limit them.
      concurrency: 18,
      forbiddenFlags: outside.full,
      taskList: {
        deliver: inSlot((id) => deliver({ ...deps, whenEnded }, id, job)),
        'sync-crm': inSlot((id) => runSyncJob(deps, id, job)),
        'run-after-conversation': inSlot((id) => runAnalysisStep(deps, id, job)),
        'prepare-session': inSlot((id) => prepareSession(deps, id, job)),
        'check-template': inSlot((id) => runTemplateCheck(deps, id, job)),
        'finish-upload': inSlot((id) => runUploadJob(deps, id, job)),
        'repack-recording': inSlot((id) => runRepackJob(deps, id, job)),
        'export-person': inSlot((id) => buildExport(deps, id, job)),
        'erase-person': inSlot((id) => erasePerson(deps, id, job)),
        'move-recordings': inSlot((id) => runMoveJob(deps, id, job)),
      },
    },
    {
      // Jobs of seconds.
      concurrency: 4,
      taskList: {
        'recount-weeks': () => Promise.race([recountWeeksInBackground(db, job), overdue]),
        'delete-definition': ({ id }) => deleteInBackground(deps, id, job),
        remind: async () => {
          await remindOfSessions(deps, job).catch(onError)
          await remindOfAssignments(deps, job).catch(onError)
          await notifyOfWaitingMarks(deps).catch(onError)
        },
        'publish-editions': () =>
          Promise.race([publishEditions(db, new Date(), undefined), overdue]),
        'prepare-tomorrow': () => prepareTomorrow(deps, job).catch(onError),
        'begin-crm-sync': async () => void (await requestSync(deps, null)),
      },
      parsedCronItems: parseCronItems([
        ...Object.entries({
          remind: '* * * * *',
          'publish-editions': '* * * * *',
          'prepare-tomorrow': '* * * * *',
          'begin-crm-sync': '17 * * * *',
        }).map(([task, match]) => ({ task, match, options: { maxAttempts: 1 } })),
      ]),
    },
  ]
  const runners: { stop: () => Promise<void> }[] = []
  for (const queueOptions of queues)
    runners.push(
      await supervise(() => run({ ...options, ...queueOptions }), {
        ...{ signal, onError, restartMs: all.retryMs },
      }),
    )
  const runner = await startRunner(deps, jobs, { connectionString, onError, retryMs: all.retryMs })
  await inTransaction(db, (tx) => recordTimeZone(tx, queue, deps.installation.timeZone))
  await queue.add(db, 'publish-editions', {})
  const recovering = repeat(all.recoveryMs, signal, async () => {
    for (const enqueue of dueJobs) await enqueue(db, queue).catch(onError)
  })
  return {
    async stop() {
      stopping.abort(new Error('stopping'))
      await recovering
      await runner.stop()
      await Promise.all(runners.map((runner) => runner.stop()))
      // A finished job may still wait for a connection to be completed, which graphile-worker does not await.
      while (pgPool.waitingCount) await sleep(10)
      if (!pgPool.ending) await pgPool.end()
    },
  }
}

/** Each enqueues rows again that a killed process or a lost connection left behind. */
const dueJobs: ((db: Db, queue: Queue) => Promise<unknown>)[] = [
  ...[enqueueDueUploads, enqueueDueMoves],
  ...[enqueueDueRepacks, enqueueDueMessages, enqueueDueRuns, enqueueDueBriefs],
  ...[enqueueDueWeekRecount, enqueueDueDeletions, enqueueDueChecks, enqueueDueSyncs],
  ...[enqueueDueErasures, enqueueDueExports],
]

type Supervision = { signal: AbortSignal; onError: (error: Error) => void; restartMs: number }

/** A runner may end when it loses the database, and is restarted until the process stops. */
async function supervise(
  start: () => Promise<Runner>,
  { signal, onError, restartMs }: Supervision,
) {
  let runner: Runner | undefined = await start()
  const watching = repeat(restartMs, signal, async () => {
    try {
      runner ??= await start()
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

async function repeat(everyMs: number, signal: AbortSignal, work: () => Promise<void>) {
  while (!signal.aborted) {
    await work()
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
