import { setTimeout as sleep } from 'node:timers/promises'
import { isAnalysisRefused } from '../../analysis/refusal/analysis-refusal.queries.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'

const pollMs = 500

const refused = () =>
  new AppError(
    'conflict',
    'The client does not want what they say to be analysed. Nothing of it is sent to anybody or read by rules.',
  )

/** Aborts the work when the client refuses analysis meanwhile. Throws conflict when refused. */
export async function runUnlessRefused<T>(
  db: Db,
  clientId: string,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  if (await isAnalysisRefused(db, clientId)) throw refused()
  const [stopping, done] = [new AbortController(), new AbortController()]
  const watching = (async () => {
    while (!done.signal.aborted && !stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: done.signal }).catch(() => undefined)
      // If the database is unavailable, the work itself fails.
      if (!done.signal.aborted && (await isAnalysisRefused(db, clientId).catch(() => false)))
        stopping.abort(refused())
    }
  })()
  try {
    const result = await work(stopping.signal)
    if (stopping.signal.aborted || (await isAnalysisRefused(db, clientId))) throw refused()
    return result
  } finally {
    done.abort()
    await watching
  }
}
