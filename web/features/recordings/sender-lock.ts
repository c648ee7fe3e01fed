/** The window that sends an upload holds a Web Lock of this name, which the browser releases with the window. */
const lockName = (uploadUrl: string) => `upload ${uploadUrl}`
// Only in secure contexts.
const { locks } = navigator as { locks?: LockManager }

const releases = new Map<string, () => void>()

/** Shows other windows that this one is sending the upload. */
export function acquireSenderLock(uploadUrl: string) {
  if (releases.has(uploadUrl)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  releases.set(uploadUrl, resolve)
  // If refused, for example in a private window, other windows don't see this one.
  locks?.request(lockName(uploadUrl), () => promise).catch(() => {})
}

export function releaseSenderLock(uploadUrl: string | null) {
  if (uploadUrl === null) return
  releases.get(uploadUrl)?.()
  releases.delete(uploadUrl)
}

/** Reports whether another window is sending the upload, and when it stops. */
export async function watchSender(
  uploadUrl: string,
  report: (isOtherWindow: boolean) => void,
  signal: AbortSignal,
) {
  const name = lockName(uploadUrl)
  const isFree = await locks?.request(
    name,
    { mode: 'shared', ifAvailable: true },
    (lock) => lock !== null,
  )
  if (signal.aborted) return
  report(isFree === false)
  if (isFree !== false) return
  await locks?.request(name, { mode: 'shared', signal }, () => {})
  report(false)
}
