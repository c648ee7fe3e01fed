import type { Upload } from '#contract/recordings/recordings.ts'
import { recordingFileName } from '#contract/recordings/recordings.ts'
import type { startTransfer, Transfer } from './transfer.ts'
import { type RememberedUpload, type UploadMemory } from './upload-memory.ts'
import {
  idleUpload,
  isSameFile,
  isUploadRunning,
  nextUpload,
  type UploadEvent,
  type UploadState,
} from './upload-state.ts'

type Dependencies = {
  startTransfer: typeof startTransfer
  /** Undefined if the file's headers do not tell. */
  hasSound: (file: File) => Promise<boolean | undefined>
  /** Deletes an upload from the server; false if that failed, for example because it came too late. */
  discard: (uploadUrl: string) => Promise<boolean>
  memory: UploadMemory
  /** The status on the server, or null if it has no such upload. Throws if it doesn't answer. */
  stateOf: (uploadUrl: string) => Promise<ServerState | null>
  /** Waits before the n-th poll. */
  pauseBefore: (polls: number) => Promise<void>
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** Called when the first upload starts and when the last one ends. */
  onBusy: (isBusy: boolean) => void
}

export type ServerState = Pick<Upload, 'id' | 'status' | 'note' | 'error'>

/** An upload that is running, paused or failed. */
export type UploadInProgress = { sessionId: string; clientId: string; upload: UploadState }

/**
 * Uploads, at most one per session. They are outside of components, so that they continue when the drawer closes or the
 * page changes.
 */
export function uploadStore({
  startTransfer: start,
  hasSound,
  discard,
  memory,
  stateOf,
  pauseBefore,
  now,
  onBusy,
}: Dependencies) {
  const states = new Map<string, UploadState>()
  const files = new Map<string, File>()
  const transfers = new Map<string, Transfer>()
  const clientIds = new Map<string, string>()
  /** This window's uploads that have a URL, by session. The memory is shared with other windows. */
  const current = new Map<string, RememberedUpload>()
  /** URLs of those being processed by the server. */
  const followed = new Map<string, string>()
  const listeners = new Set<() => void>()
  let wasBusy = false
  let inProgress: readonly UploadInProgress[] = []

  const get = (sessionId: string) => states.get(sessionId) ?? idleUpload

  function send(sessionId: string, event: UploadEvent) {
    const before = get(sessionId)
    const after = nextUpload(before, event)
    if (after === before) return
    states.set(sessionId, after)
    const isBusy = [...states.values()].some(isUploadRunning)
    if (isBusy !== wasBusy) onBusy(isBusy)
    wasBusy = isBusy
    inProgress = [...states]
      .filter(([, { phase }]) => phase === 'uploading' || phase === 'failed')
      .map(([id, upload]) => ({ sessionId: id, clientId: clientIds.get(id) ?? '', upload }))
    for (const listener of listeners) listener()
  }

  function upload(sessionId: string, client: { id: string; name: string }) {
    const file = files.get(sessionId)
    const { phase } = get(sessionId)
    // Failed after a reload: the file has to be chosen again.
    if (!file && phase === 'failed') send(sessionId, { type: 'cancelled' })
    if (!file || phase === 'uploading') return
    followed.delete(sessionId)
    clientIds.set(sessionId, client.id)
    send(sessionId, { type: 'began' })
    const known = memory.recall(sessionId)
    const transfer = start(
      file,
      {
        sessionId,
        fileName: recordingFileName(sessionId, client.name, new Date()),
        uploadUrl: known && isSameFile(known, file) ? known.uploadUrl : null,
      },
      {
        url: (uploadUrl) => {
          const upload = { uploadUrl, ...getIdentity(file) }
          current.set(sessionId, upload)
          memory.remember(sessionId, upload)
        },
        progress: (sent) => send(sessionId, { type: 'progressed', sent, at: now() }),
        heldUp: (reason) => send(sessionId, { type: 'held-up', reason }),
        done: () => {
          const arrived = current.get(sessionId)
          if (arrived) void follow(sessionId, client.id, arrived)
        },
        failed: ({ message, isRefused }) => fail(sessionId, message, isRefused),
      },
    )
    transfers.set(sessionId, transfer)
  }

  /**
   * Polls a fully sent upload until it is a recording or rejected, also one sent before a reload.
   */
  async function follow(sessionId: string, clientId: string, upload: RememberedUpload) {
    const { uploadUrl, ...file } = upload
    if (followed.get(sessionId) === uploadUrl) return
    followed.set(sessionId, uploadUrl)
    current.set(sessionId, upload)
    clientIds.set(sessionId, clientId)
    send(sessionId, { type: 'arrived', file })
    for (let polls = 0; followed.get(sessionId) === uploadUrl; polls++) {
      await pauseBefore(polls)
      const now = await stateOf(uploadUrl).catch(() => 'no answer' as const)
      if (followed.get(sessionId) !== uploadUrl) return
      if (settle(sessionId, now)) followed.delete(sessionId)
    }
  }

  /** False while the server is still processing it. */
  function settle(sessionId: string, now: ServerState | 'no answer' | null) {
    if (now === 'no answer') {
      send(sessionId, { type: 'held-up', reason: 'The server isn’t responding. Trying again…' })
      return false
    }
    if (now?.status === 'processing') {
      const reason = now.note && `${now.note} Trying again automatically.`
      send(sessionId, { type: 'held-up', reason })
      return false
    }
    if (now?.status === 'completed') {
      forget(sessionId)
      files.delete(sessionId)
      send(sessionId, { type: 'uploaded', recordingId: now.id })
    } else if (now?.status === 'receiving')
      fail(sessionId, 'Part of the file did not arrive', false)
    else fail(sessionId, now?.error ?? 'The server did not save the recording', true)
    return true
  }

  function forget(sessionId: string) {
    const known = current.get(sessionId)
    current.delete(sessionId)
    const remembered = memory.recall(sessionId)
    if (!known || remembered?.uploadUrl === known.uploadUrl) memory.forget(sessionId)
  }

  function fail(sessionId: string, message: string, isRefused: boolean) {
    if (isRefused) forget(sessionId)
    send(sessionId, { type: 'failed', error: `Upload failed: ${message}`, isRefused })
  }

  return {
    get,
    send,
    upload,
    /** The same array until something changes. */
    inProgress: () => inProgress,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose(sessionId: string, file: File) {
      files.set(sessionId, file)
      send(sessionId, { type: 'chosen', file: getIdentity(file) })
      hasSound(file).then(
        (it) =>
          it === false && send(sessionId, { type: 'found-no-sound', file: getIdentity(file) }),
        // Only a warning depends on it.
        () => {},
      )
    },
    pause(sessionId: string) {
      transfers.get(sessionId)?.pause()
      send(sessionId, { type: 'paused' })
    },
    resume(sessionId: string) {
      transfers.get(sessionId)?.resume()
      send(sessionId, { type: 'resumed' })
    },
    /** Resets the session: a running or interrupted upload, a chosen file, or the notice of a finished upload. */
    cancel(sessionId: string) {
      transfers.get(sessionId)?.stop()
      transfers.delete(sessionId)
      followed.delete(sessionId)
      const known = current.get(sessionId) ?? memory.recall(sessionId)
      const isProcessing = get(sessionId).isProcessing
      forget(sessionId)
      files.delete(sessionId)
      send(sessionId, { type: 'cancelled' })
      if (known)
        void discard(known.uploadUrl).then((isDiscarded) => {
          // Too late: follow it to its result.
          if (!isDiscarded && isProcessing)
            void follow(sessionId, clientIds.get(sessionId) ?? '', known)
        })
    },
    /** Stops this window's uploads on sign-out. They can be resumed. */
    stopAll() {
      for (const transfer of transfers.values()) transfer.stop()
      for (const kept of [transfers, followed, current, files]) kept.clear()
      for (const sessionId of states.keys()) send(sessionId, { type: 'cancelled' })
    },
    follow: (sessionId: string, clientId: string, upload: RememberedUpload) =>
      void follow(sessionId, clientId, upload),
    recall: (sessionId: string): RememberedUpload | null => memory.recall(sessionId),
    forget,
  }
}

const getIdentity = ({ name, size, lastModified }: File) => ({ name, size, lastModified })
