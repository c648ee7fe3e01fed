import { recordingFileName, type Upload } from '#contract/recordings/recordings.ts'
import type { Transfer, TransferFailure, TransferOptions, TransferReports } from '../transfer.ts'
import { GrowingFile } from './growing-file.ts'
import { toExtension } from './media-type.ts'
import type { KeptRecording } from './recorder-state.ts'
import type { RecordingFiles, StoredChange, StoredRecording } from './recording-files.ts'

type Dependencies = {
  files: RecordingFiles
  startTransfer: (file: GrowingFile, options: TransferOptions, reports: TransferReports) => Transfer
  /** Null if the server has no such upload. Throws if it doesn't answer. */
  getUploadState: (uploadUrl: string) => Promise<Pick<Upload, 'status' | 'error'> | null>
  discardUpload: (uploadUrl: string) => Promise<boolean>
  locks: LockManager
  /** Resolves early when the network is back or the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  onChange: () => void
  /** What other tabs show has changed. */
  onKept: () => void
}

type Entry = {
  stored: StoredRecording
  file: GrowingFile
  isLive: boolean
  /** Nobody has stopped it. */
  isInterrupted: boolean
  /** Bytes given to the network, and those that the server has stored. */
  sent: number
  arrived: number
  isHeldUp: boolean
  isSignedOut: boolean
  ending: AbortController
}

const retryMs = 30_000
const pollMs = 2000

/** Whoever records or sends a recording holds a lock of this name. */
const lockName = (id: string) => `recording ${id}`

/** The recordings of this browser on their way to the server: those of a session in order, as their parts are joined. */
export function createSender(parts: Dependencies) {
  const { files, locks, wait, onChange, onKept } = parts
  const entries = new Map<string, Entry>()
  const turns = new Map<string, Promise<void>>()
  let loadedFor: string | undefined
  let kept: readonly KeptRecording[] = []

  function tell() {
    kept = [...entries.values()]
      .filter(({ isLive }) => !isLive)
      .map(describe)
      .toSorted((one, other) => Number(one.startedAt) - Number(other.startedAt))
    onChange()
  }

  function add(stored: StoredRecording, isLive: boolean) {
    const file = new GrowingFile((start, end) => files.read(stored.id, start, end))
    const entry: Entry = {
      ...{ stored, file, isLive, isInterrupted: !isLive && !stored.isStopped },
      ...{ sent: 0, arrived: 0, isHeldUp: false, isSignedOut: false },
      ending: new AbortController(),
    }
    entries.set(stored.id, entry)
    if (!isLive) {
      file.grow(stored.bytes)
      file.end()
    }
    return entry
  }

  async function change(entry: Entry, change: StoredChange) {
    Object.assign(entry.stored, change)
    tell()
    // A full disk: then it is known until the tab is closed.
    await files.change(entry.stored.id, change).catch(() => {})
  }

  async function remove(entry: Entry) {
    entries.delete(entry.stored.id)
    await files.remove(entry.stored.id)
    tell()
    onKept()
  }

  function send(entry: Entry) {
    const { sessionId } = entry.stored
    turns.set(sessionId, sendAfter(turns.get(sessionId), entry))
  }

  async function sendAfter(before: Promise<void> | undefined, entry: Entry) {
    const { stored, file, isLive, ending } = entry
    const { signal } = ending
    try {
      if (!isLive) await before
      await locks.request(lockName(stored.id), { signal }, async () => {
        if (!isLive && !(await isStillHere(entry))) return
        await before
        await deliver(entry)
        // Without the lock, other tabs take it for interrupted.
        if (isLive) await file.waitForEnd()
      })
    } catch {
      // It could not be read; the next visit tries again.
      if (!signal.aborted)
        await change(entry, { error: 'This browser could not read the recording.' })
    }
  }

  /** Another tab may have sent it, or been refused, before this one had the lock. */
  async function isStillHere(entry: Entry) {
    const { id, userId } = entry.stored
    const now = (await files.list(userId)).find((it) => it.id === id)
    if (now) Object.assign(entry.stored, now)
    else entries.delete(id)
    tell()
    return now !== undefined && !now.isRefused
  }

  async function deliver(entry: Entry) {
    const { file, stored, ending } = entry
    await file.waitForBytes()
    // Nothing was recorded: whoever ended it removes it.
    while (file.size > 0 && !ending.signal.aborted && !stored.isRefused) {
      const failure = await transfer(entry)
      const isDone = failure === undefined && (await follow(entry))
      if (isDone || ending.signal.aborted) return
      if (failure) await note(entry, failure)
      if (!stored.isRefused) await wait(retryMs, ending.signal)
    }
  }

  function transfer(entry: Entry) {
    const { stored, file, ending } = entry
    const { clientName, sessionId, speakers, hasSides, uploadUrl } = stored
    const startedAt = new Date(stored.startedAt)
    return new Promise<TransferFailure | undefined>((resolve) => {
      const running = parts.startTransfer(
        file,
        {
          ...{ sessionId, uploadUrl },
          fileName: recordingFileName(sessionId, clientName, startedAt, toExtension(stored.type)),
          metadata: {
            recorder: '1',
            speakers: String(speakers),
            startedAt: startedAt.toISOString(),
            ...(hasSides && { sides: '1' }),
          },
        },
        {
          url: (url) => void (url === stored.uploadUrl || change(entry, { uploadUrl: url })),
          progress: (sent) => (entry.sent = sent),
          arrived(bytes) {
            Object.assign(entry, { arrived: bytes, isHeldUp: false, isSignedOut: false })
            tell()
          },
          heldUp() {
            entry.isHeldUp = true
            tell()
          },
          done() {
            const isWhole = file.isEnded && entry.sent >= file.size
            resolve(isWhole ? undefined : { message: onlyPart, isRefused: true, status: 0 })
          },
          failed: resolve,
        },
      )
      ending.signal.addEventListener('abort', () => {
        running.stop()
        resolve(undefined)
      })
    })
  }

  async function note(entry: Entry, { message, isRefused, status }: TransferFailure) {
    entry.isSignedOut = status === 401
    entry.isHeldUp = !entry.isSignedOut && !isRefused
    if (isRefused) await change(entry, { error: message, isRefused, uploadUrl: null })
    else tell()
  }

  /** True once the server has stored the recording, and the local file is deleted. */
  async function follow(entry: Entry) {
    const { stored, ending } = entry
    Object.assign(entry, { isHeldUp: false, isSignedOut: false })
    while (!ending.signal.aborted && stored.uploadUrl) {
      const state = await parts.getUploadState(stored.uploadUrl).catch(() => undefined)
      if (ending.signal.aborted) break
      if (state?.status === 'completed') {
        await remove(entry)
        return true
      }
      if (state?.status === 'receiving') break
      if (state === null || state?.status === 'failed') {
        await note(entry, { message: state?.error ?? notThere, isRefused: true, status: 0 })
        break
      }
      await wait(pollMs, ending.signal)
    }
    return false
  }

  function finish(id: string) {
    const entry = entries.get(id)
    if (!entry || !(entry.isInterrupted || entry.stored.isRefused)) return
    entry.isInterrupted = false
    void change(entry, { isStopped: true, isRefused: false, error: null }).then(onKept)
    send(entry)
  }

  return {
    /** The same array until something changes. */
    getKept: () => kept,
    getProgress: (id: string) => entries.get(id),
    /** What this browser has of the user; what was stopped is sent. */
    async load(userId: string) {
      loadedFor = userId
      const all = await files.list(userId)
      for (const stored of all) {
        const known = entries.get(stored.id)
        if (known && !known.isInterrupted) continue
        const isRecording = !stored.isStopped && (await isHeld(locks, lockName(stored.id)))
        if (isRecording || loadedFor !== userId) continue
        if (stored.bytes === 0) {
          await files.remove(stored.id)
          continue
        }
        const entry = add(stored, false)
        if (stored.isStopped && !stored.isRefused) send(entry)
      }
      for (const [id, { isLive, ending }] of entries) {
        if (isLive || all.some((it) => it.id === id)) continue
        ending.abort()
        entries.delete(id)
      }
      tell()
    },
    /** A recording that begins: its file grows. */
    begin(stored: StoredRecording) {
      const entry = add(stored, true)
      send(entry)
      return entry.file
    },
    /** Everything of it is in the store. */
    end(stored: StoredRecording) {
      const entry = entries.get(stored.id)
      if (!entry) return
      entry.isLive = false
      tell()
      onKept()
    },
    finish,
    finishInterrupted(sessionId: string) {
      for (const { stored, isInterrupted } of entries.values())
        if (isInterrupted && stored.sessionId === sessionId) finish(stored.id)
    },
    async discard(id: string) {
      const entry = entries.get(id)
      if (!entry) return
      entry.ending.abort()
      const { uploadUrl } = entry.stored
      await remove(entry)
      if (uploadUrl) await parts.discardUpload(uploadUrl)
    },
    /** The files stay, for the next time that the same user signs in. */
    stopAll() {
      loadedFor = undefined
      for (const { ending } of entries.values()) ending.abort()
      entries.clear()
      turns.clear()
      tell()
    },
  }
}

export type Sender = ReturnType<typeof createSender>

const onlyPart =
  'Only a part of this recording had arrived when it was finished elsewhere. Try again to send all of it.'
const notThere = 'The server no longer has this recording.'

function describe(entry: Entry): KeptRecording {
  const { stored, isInterrupted, isHeldUp, isSignedOut, arrived } = entry
  const { id, sessionId, clientId, clientName, durationMs, bytes, error } = stored
  const isSending = isHeldUp || isSignedOut ? 'waiting' : 'sending'
  return {
    ...{ id, sessionId, clientId, clientName, durationMs, bytes, error },
    startedAt: new Date(stored.startedAt),
    endedAt: new Date(stored.endedAt),
    status: isInterrupted ? 'interrupted' : stored.isRefused ? 'failed' : isSending,
    sent: bytes > 0 ? Math.min(1, arrived / bytes) : 0,
  }
}

/** Whether a tab that still runs has the lock. */
const isHeld = (locks: LockManager, name: string) =>
  locks.request(name, { ifAvailable: true }, (lock) => lock === null)
