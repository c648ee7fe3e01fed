import { useEffect, useState, useSyncExternalStore } from 'react'
import { onSignOut } from '#web/lib/sign-out.ts'
import { discardUpload, startTransfer, uploadState, watchSender } from './transfer.ts'
import { uploadMemory } from './upload-memory.ts'
import { uploadStore } from './upload-store.ts'

/** Milliseconds between two looks at what becomes of an upload: a short video takes a second, a long one some more. */
const looks = [300, 700, 1000, 1500, 2000]
const lastLook = 3000

/** Asks before the page is left: the browser puts its own words. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** The uploads of this browser window. */
export const uploads = uploadStore({
  startTransfer,
  hasSound: async (file) => (await import('./has-sound.ts')).hasSound(file),
  discard: discardUpload,
  memory: uploadMemory(localStorage),
  stateOf: uploadState,
  pauseBefore: (asked) => new Promise((done) => setTimeout(done, looks[asked] ?? lastLook)),
  now: () => performance.now(),
  onBusy: (isBusy) =>
    isBusy
      ? addEventListener('beforeunload', askBeforeLeaving)
      : removeEventListener('beforeunload', askBeforeLeaving),
})

onSignOut(() => uploads.leave())

export const useUpload = (sessionId: string) =>
  useSyncExternalStore(uploads.subscribe, () => uploads.get(sessionId))

/** What is on its way in this browser window, whichever page is open. */
export const useUploadsInProgress = () => useSyncExternalStore(uploads.subscribe, uploads.underWay)

/** Whether another window of this browser sends what is remembered of a session. */
export function useSentByOtherWindow(sessionId: string) {
  const uploadUrl = uploads.recall(sessionId)?.uploadUrl
  const [isElsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    if (!uploadUrl) return
    const leaving = new AbortController()
    watchSender(uploadUrl, setElsewhere, leaving.signal)
      // It is no more than a word: what was remembered counts as interrupted.
      .catch(() => {})
    return () => leaving.abort()
  }, [uploadUrl])
  return isElsewhere
}
