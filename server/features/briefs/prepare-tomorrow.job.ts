import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { resetBrief, sessionsToPrepare } from './briefs.queries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'prepare-tomorrow': Record<string, never>
  }
}

export const prepareTomorrow = defineJob({
  name: 'prepare-tomorrow',
  payload: z.object({}),
  queue: 'short',
  // The next minute tries again.
  attempts: 1,
  schedule: { cron: '* * * * *' },
  run: (deps, _payload, job) => beginBriefs(deps, job),
})

type Run = { signal: AbortSignal; onError: (error: Error) => void; now?: Date }

/** Sessions of one run; the next follows within a minute. */
const maxSessions = 200

/** Begins the briefs of tomorrow's sessions, unless switched off. */
export async function beginBriefs(
  { db, queue, installation }: Pick<Deps, 'db' | 'queue' | 'installation'>,
  { signal, onError, now = new Date() }: Run,
) {
  if (!installation.prepareSessions) return
  const { timeZone } = installation
  const begin = (id: string) => inTransaction(db, (tx: Db) => resetBrief(tx, queue, id))
  for (const id of await sessionsToPrepare(db, { now, timeZone, limit: maxSessions }))
    if (!signal.aborted) await begin(id).catch(onError)
}
