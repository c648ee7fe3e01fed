import { getSession } from '#contract/sessions.ts'
import { call } from '#web/lib/api.ts'
import { onSignOut } from '#web/lib/sign-out.ts'
import { transcriptionWatcher } from './transcription-watcher.ts'

const maxPauseMs = 60_000

/** The transcriptions that were started in this browser window. */
export const watched = transcriptionWatcher({
  look: (id) => call(getSession, { params: { id }, query: { transcripts: 'omit' } }),
  pauseBefore: (looked) =>
    new Promise((done) => setTimeout(done, Math.min(maxPauseMs, 2000 * 1.2 ** looked))),
  memory: sessionStorage,
})

onSignOut(() => watched.forget())
