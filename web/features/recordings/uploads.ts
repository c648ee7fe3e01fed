import { useSyncExternalStore } from 'react'
import { endsWithPerson } from '#web/lib/undertakings.ts'
import { discardUpload, startTransfer, uploadState } from './transfer.ts'
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

endsWithPerson(() => uploads.leave())

export const useUpload = (sessionId: string) =>
  useSyncExternalStore(uploads.subscribe, () => uploads.get(sessionId))

/** What is on its way in this browser window, whichever page is open. */
export const useUploadsUnderWay = () => useSyncExternalStore(uploads.subscribe, uploads.underWay)
