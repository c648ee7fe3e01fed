import type { Upload } from '#contract/recordings.ts'
import { recordingFileName } from './upload-rules.ts'
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

type Needs = {
  startTransfer: typeof startTransfer
  /** Whether a file has a sound track; undefined where that cannot be told. */
  hasSound: (file: File) => Promise<boolean | undefined>
  /** Removes from the server what has arrived of an upload. False where that was not possible, for instance too late. */
  discard: (uploadUrl: string) => Promise<boolean>
  memory: UploadMemory
  /** How an upload stands on the server, null where it knows nothing of it; throws when it does not answer. */
  stateOf: (uploadUrl: string) => Promise<ServerState | null>
  /** Waits before the server is asked for the n-th time. */
  pauseBefore: (asked: number) => Promise<void>
  /** Milliseconds of a clock that does not jump. */
  now: () => number
  /** Called when the first upload begins to run, and when the last one has ended. */
  onBusy: (isBusy: boolean) => void
}

/** What the server says of an upload. */
export type ServerState = Pick<Upload, 'id' | 'status' | 'note' | 'error'>

/** An upload that is on its way, paused, or broke off; and whose session it is of. */
export type UploadInProgress = { sessionId: string; clientId: string; upload: UploadState }

/**
 * Uploads live here, outside of every component: closing the drawer or going to another page does not end them.
 * At most one for each session.
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
}: Needs) {
  const states = new Map<string, UploadState>()
  const files = new Map<string, File>()
  const transfers = new Map<string, Transfer>()
  const clientIds = new Map<string, string>()
  /** Uploads of this window that the server knows, by session: another window may remember one of its own. */
  const current = new Map<string, RememberedUpload>()
  /** Those of them that have arrived. */
  const followed = new Map<string, string>()
  const listeners = new Set<() => void>()
  let wasBusy = false
  let underWay: readonly UploadInProgress[] = []

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
    const { phase } = get(sessionId)
    // Broken off after the page was loaded anew: the file is asked for again.
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
          const upload = { uploadUrl, ...marksOf(file) }
          current.set(sessionId, upload)
          memory.remember(sessionId, upload)
        },
        progress: (sent) => send(sessionId, { type: 'progressed', sent, at: now() }),
        heldUp: (reason) => send(sessionId, { type: 'held-up', reason }),
        done: () => {
          const arrived = current.get(sessionId)
          if (arrived) void follow(sessionId, client.id, arrived)
        },
        failed: (message, isRefused) => fail(sessionId, message, isRefused),
      },
    )
    transfers.set(sessionId, transfer)
  }

  /**
   * Waits for what becomes of an upload that has arrived: a recording, or a refusal. It may have arrived before the
   * page was loaded anew.
   */
  async function follow(sessionId: string, clientId: string, upload: RememberedUpload) {
    const { uploadUrl, ...file } = upload
    if (followed.get(sessionId) === uploadUrl) return
    followed.set(sessionId, uploadUrl)
    current.set(sessionId, upload)
    clientIds.set(sessionId, clientId)
    send(sessionId, { type: 'arrived', file })
    for (let asked = 0; followed.get(sessionId) === uploadUrl; asked++) {
      await pauseBefore(asked)
      const now = await stateOf(uploadUrl).catch(() => 'no answer' as const)
      if (followed.get(sessionId) !== uploadUrl) return
      if (settled(sessionId, now)) followed.delete(sessionId)
    }
  }

  /** False while there is nothing to say but that it goes on. */
  function settled(sessionId: string, now: ServerState | 'no answer' | null) {
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
    underWay: () => underWay,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose(sessionId: string, file: File) {
      files.set(sessionId, file)
      send(sessionId, { type: 'chosen', file: marksOf(file) })
      hasSound(file).then(
        (it) => it === false && send(sessionId, { type: 'found-no-sound', file: marksOf(file) }),
        // It is no more than a warning.
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
    /** Gives up whatever there is: a running upload, one from before a reload, a chosen file, a finished upload's notice. */
    cancel(sessionId: string) {
      transfers.get(sessionId)?.stop()
      transfers.delete(sessionId)
      followed.delete(sessionId)
      const known = current.get(sessionId) ?? memory.recall(sessionId)
      const hasArrived = get(sessionId).isProcessing
      forget(sessionId)
      files.delete(sessionId)
      send(sessionId, { type: 'cancelled' })
      if (known)
        void discard(known.uploadUrl).then((isGone) => {
          // It was too late: then it is to be seen what came of it.
          if (!isGone && hasArrived) void follow(sessionId, clientIds.get(sessionId) ?? '', known)
        })
    },
    /** Stops and forgets what this window has, for somebody else may sit there next. What has arrived can be resumed. */
    leave() {
      for (const transfer of transfers.values()) transfer.stop()
      for (const kept of [transfers, followed, current, files]) kept.clear()
      for (const sessionId of states.keys()) send(sessionId, { type: 'cancelled' })
    },
    follow: (sessionId: string, clientId: string, upload: RememberedUpload) =>
      void follow(sessionId, clientId, upload),
    recall: (sessionId: string): RememberedUpload | null => memory.recall(sessionId),
    /** The server does not have it any more. */
    forget,
  }
}

const marksOf = ({ name, size, lastModified }: File) => ({ name, size, lastModified })
