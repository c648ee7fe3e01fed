import { setTimeout as sleep } from 'node:timers/promises'
import { noConsent, findConsentRefusal } from '../../../platform/consent.ts'
import type { Db } from '../../../platform/db/db.ts'

const pollMs = 500

type Needed = { clientId: string; provider: string }

/** Aborts the work when the provider may no longer work on content of the client. Throws no-consent. */
export async function runWithConsent<T>(
  db: Db,
  { clientId, provider }: Needed,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const why = () => findConsentRefusal(db, clientId, 'ai_analysis', provider)
  const requireStill = async () => {
    const reason = await why()
    if (reason !== null) throw noConsent(reason)
  }
  await requireStill()
  const [stopping, done] = [new AbortController(), new AbortController()]
  const watching = (async () => {
    while (!done.signal.aborted && !stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: done.signal }).catch(() => undefined)
      // If the database is unavailable, the work itself fails.
      const reason = done.signal.aborted ? null : await why().catch(() => null)
      if (reason !== null) stopping.abort(noConsent(reason))
    }
  })()
  try {
    const result = await work(stopping.signal)
    stopping.signal.throwIfAborted()
    await requireStill()
    return result
  } finally {
    done.abort()
    await watching
  }
}
