/** A window that sends an upload holds a lock of its name, which the browser lets go with the window. */
const nameOf = (uploadUrl: string) => `upload ${uploadUrl}`
// A browser has locks only where the address is a safe one.
const { locks } = navigator as { locks?: LockManager }

const held = new Map<string, () => void>()

/** Other windows see that this one sends it, until `releaseSenderLock`. */
export function hold(uploadUrl: string) {
  if (held.has(uploadUrl)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  held.set(uploadUrl, resolve)
  // Refused, for instance by a private window: then this one is not seen.
  locks?.request(nameOf(uploadUrl), () => promise).catch(() => {})
}

export function releaseSenderLock(uploadUrl: string | null) {
  if (uploadUrl === null) return
  held.get(uploadUrl)?.()
  held.delete(uploadUrl)
}

/** Says once whether another window has it, and where it has, again when it has it no more. */
export async function watchSender(
  uploadUrl: string,
  report: (isElsewhere: boolean) => void,
  signal: AbortSignal,
) {
  const name = nameOf(uploadUrl)
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
