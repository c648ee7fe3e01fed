import { useEffect, useState, useSyncExternalStore } from 'react'
import { onSignOut } from '#web/lib/sign-out.ts'
import { discardUpload, startTransfer, uploadState, watchSender } from './transfer.ts'
import { uploadMemory } from './upload-memory.ts'
import { uploadStore } from './upload-store.ts'

const pollDelaysMs = [300, 700, 1000, 1500, 2000]
const maxPollDelayMs = 3000

/** The browser asks before the page is closed. */
export const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** The uploads of this browser window. */
export const uploads = uploadStore({
  startTransfer,
  hasSound: async (file) => (await import('./has-sound.ts')).hasSound(file),
  discard: discardUpload,
  memory: uploadMemory(localStorage),
  stateOf: uploadState,
  pauseBefore: (polls) =>
    new Promise((done) => setTimeout(done, pollDelaysMs[polls] ?? maxPollDelayMs)),
  now: () => performance.now(),
  onBusy: (isBusy) =>
    isBusy
      ? addEventListener('beforeunload', askBeforeLeaving)
      : removeEventListener('beforeunload', askBeforeLeaving),
})

onSignOut(() => uploads.stopAll())

export const useUpload = (sessionId: string) =>
  useSyncExternalStore(uploads.subscribe, () => uploads.get(sessionId))

export const useUploadsInProgress = () =>
  useSyncExternalStore(uploads.subscribe, uploads.inProgress)

/** Whether another window of this browser is sending the remembered upload. */
export function useSentByOtherWindow(sessionId: string) {
  const uploadUrl = uploads.recall(sessionId)?.uploadUrl
  const [sent, setSent] = useState<string>()
  useEffect(() => {
    if (!uploadUrl) return
    const watching = new AbortController()
    watchSender(uploadUrl, (isSent) => setSent(isSent ? uploadUrl : undefined), watching.signal)
      // Then the upload counts as interrupted.
      .catch(() => {})
    return () => watching.abort()
  }, [uploadUrl])
  return uploadUrl !== undefined && sent === uploadUrl
}
