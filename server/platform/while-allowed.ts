import type { Announcements } from './db/notify.ts'

/**
 * Runs work that `requireAllowed` permits. It is asked again whenever a consent, whose it is, or what must stay on this machine
 * has changed; if it throws, also because the database did not answer, the signal is aborted with that.
 */
export async function whileAllowed<Allowed, T>(
  announcements: Pick<Announcements, 'listen'>,
  requireAllowed: () => Promise<Allowed>,
  work: (allowed: Allowed, refused: AbortSignal) => Promise<T>,
) {
  const refused = new AbortController()
  // Before the first question, so that no change is missed.
  const stop = announcements.listen(
    'consents',
    () => void requireAllowed().catch((error: unknown) => refused.abort(error)),
  )
  try {
    const allowed = await requireAllowed()
    return await work(allowed, refused.signal).catch(async (error: unknown) => {
      // What is stopped fails in many ways.
      await requireAllowed()
      throw error
    })
  } finally {
    stop()
  }
}
