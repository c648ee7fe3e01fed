import { useSyncExternalStore } from 'react'
import { getSession } from '#contract/sessions.ts'
import { call } from '#web/lib/api.ts'
import { discardUpload, startTransfer } from './tus-transfer.ts'
import { uploadMemory } from './upload-memory.ts'
import { uploadStore } from './upload-store.ts'

/** The server may still be looking at the file when the last byte is acknowledged after a break. Milliseconds. */
const waits = [0, 1000, 2000, 4000, 8000, 15_000]

async function recordingOf(sessionId: string) {
  for (const wait of waits) {
    await new Promise((done) => setTimeout(done, wait))
    const session = await call(getSession, {
      params: { id: sessionId },
      query: { transcripts: 'omit' },
    }).catch(() => null)
    if (session?.recording) return session.recording.id
  }
  throw new Error('There is no recording.')
}

/** Asks before the page is left: the browser puts its own words. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** The uploads of this browser window. */
export const uploads = uploadStore({
  startTransfer,
  discard: discardUpload,
  memory: uploadMemory(localStorage),
  recordingOf,
  now: () => performance.now(),
  onBusy: (isBusy) =>
    isBusy
      ? addEventListener('beforeunload', askBeforeLeaving)
      : removeEventListener('beforeunload', askBeforeLeaving),
})

export const useUpload = (sessionId: string) =>
  useSyncExternalStore(uploads.subscribe, () => uploads.get(sessionId))

/** What is on its way in this browser window, whichever page is open. */
export const useUploadsUnderWay = () => useSyncExternalStore(uploads.subscribe, uploads.underWay)
