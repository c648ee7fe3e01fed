import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsentPurpose } from '#contract/consents.ts'
import { hasConsent, noConsent } from '../../../platform/consent.ts'
import type { Db } from '../../../platform/db/db.ts'

const pollMs = 500

type Needed = { clientId: string; purpose: ConsentPurpose }

/** Aborts the work when the client withdraws consent meanwhile. Throws no-consent. */
export async function runWithConsent<T>(
  db: Db,
  { clientId, purpose }: Needed,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const isGiven = () => hasConsent(db, clientId, purpose)
  if (!(await isGiven())) throw noConsent(purpose)
  const [stopping, done] = [new AbortController(), new AbortController()]
  const watching = (async () => {
    while (!done.signal.aborted && !stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: done.signal }).catch(() => undefined)
      // If the database is unavailable, the work itself fails.
      if (!done.signal.aborted && !(await isGiven().catch(() => true)))
        stopping.abort(noConsent(purpose))
    }
  })()
  try {
    const result = await work(stopping.signal)
    if (stopping.signal.aborted || !(await isGiven())) throw noConsent(purpose)
    return result
  } finally {
    done.abort()
    await watching
  }
}
