import { recordingFileName } from './upload-rules.ts'
import type { startTransfer, Transfer } from './tus-transfer.ts'
import { type RememberedUpload, type UploadMemory } from './upload-memory.ts'
import {
  idleUpload,
  isSameFile,
  isUploadRunning,
  nextUpload,
  type UploadEvent,
  type UploadState,
} from './upload-state.ts'

type Needs = {
  startTransfer: typeof startTransfer
  /** Removes from the server what has arrived of an upload. */
  discard: (uploadUrl: string) => void
  memory: UploadMemory
  /** The recording that the server made of an upload; throws while there is none. */
  recordingOf: (sessionId: string) => Promise<string>
  /** Milliseconds of a clock that does not jump. */
  now: () => number
  /** Called when the first upload begins to run, and when the last one has ended. */
  onBusy: (isBusy: boolean) => void
}

/** An upload that is on its way, paused, or broke off; and whose session it is of. */
export type UploadUnderWay = { sessionId: string; clientId: string; upload: UploadState }

/**
 * Uploads live here, outside of every component: closing the drawer or going to another page does not end them.
 * At most one for each session.
 */
export function uploadStore({
  startTransfer: start,
  discard,
  memory,
  recordingOf,
  now,
  onBusy,
}: Needs) {
  const states = new Map<string, UploadState>()
  const files = new Map<string, File>()
  const transfers = new Map<string, Transfer>()
  const clientIds = new Map<string, string>()
  const listeners = new Set<() => void>()
  let wasBusy = false
  let underWay: readonly UploadUnderWay[] = []

  const get = (sessionId: string) => states.get(sessionId) ?? idleUpload

  function send(sessionId: string, event: UploadEvent) {
    const before = get(sessionId)
    const after = nextUpload(before, event)
    if (after === before) return
    states.set(sessionId, after)
    const isBusy = [...states.values()].some(isUploadRunning)
    if (isBusy !== wasBusy) onBusy(isBusy)
    wasBusy = isBusy
    underWay = [...states]
      .filter(([, { phase }]) => phase === 'uploading' || phase === 'failed')
      .map(([id, upload]) => ({ sessionId: id, clientId: clientIds.get(id) ?? '', upload }))
    for (const listener of listeners) listener()
  }

  function upload(sessionId: string, client: { id: string; name: string }) {
    const file = files.get(sessionId)
    if (!file || get(sessionId).phase === 'uploading') return
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
        url: (uploadUrl) => memory.remember(sessionId, { uploadUrl, ...marksOf(file) }),
        progress: (sent) => send(sessionId, { type: 'progressed', sent, at: now() }),
        heldUp: (reason) => send(sessionId, { type: 'held-up', reason }),
        done: () => void arrived(sessionId),
        failed: (message, isRefused) => {
          if (isRefused) memory.forget(sessionId)
          fail(sessionId, message, isRefused)
        },
      },
    )
    transfers.set(sessionId, transfer)
  }

  async function arrived(sessionId: string) {
    memory.forget(sessionId)
    try {
      const recordingId = await recordingOf(sessionId)
      files.delete(sessionId)
      send(sessionId, { type: 'uploaded', recordingId })
    } catch {
      fail(sessionId, 'The server did not keep the recording', false)
    }
  }

  const fail = (sessionId: string, message: string, isRefused: boolean) =>
    send(sessionId, { type: 'failed', error: `Upload failed: ${message}`, isRefused })

  return {
    get,
    send,
    upload,
    /** The same array until something changes. */
    underWay: () => underWay,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose(sessionId: string, file: File) {
      files.set(sessionId, file)
      send(sessionId, { type: 'chosen', file: marksOf(file) })
    },
    pause(sessionId: string) {
      transfers.get(sessionId)?.pause()
      send(sessionId, { type: 'paused' })
    },
    resume(sessionId: string) {
      transfers.get(sessionId)?.resume()
      send(sessionId, { type: 'resumed' })
    },
    /** Gives up whatever there is: a running upload, one from before a reload, a chosen file, a finished upload's notice. */
    cancel(sessionId: string) {
      transfers.get(sessionId)?.stop()
      transfers.delete(sessionId)
      const known = memory.recall(sessionId)
      if (known) discard(known.uploadUrl)
      memory.forget(sessionId)
      files.delete(sessionId)
      send(sessionId, { type: 'cancelled' })
    },
    recall: (sessionId: string): RememberedUpload | null => memory.recall(sessionId),
    /** The server does not have it any more. */
    forget: (sessionId: string) => memory.forget(sessionId),
  }
}

const marksOf = ({ name, size, lastModified }: File) => ({ name, size, lastModified })
