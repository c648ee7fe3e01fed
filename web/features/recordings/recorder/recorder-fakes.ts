import type { TransferOptions, TransferReports } from '../transfer.ts'
import type { Capture, EncoderReports } from './capture.ts'
import type { GrowingFile } from './growing-file.ts'
import type { RecordingFiles, StoredRecording } from './recording-files.ts'
import { createSender } from './send.ts'

export const aRecording: StoredRecording = {
  ...{ id: 'one', userId: 'coach-1', sessionId: 'session-1', clientId: 'client-1' },
  ...{ clientName: 'Mia Wong', type: 'video/webm;codecs=vp8,opus', speakers: 2, hasSides: false },
  ...{ startedAt: 1000, endedAt: 3000, durationMs: 2000, bytes: 4, isStopped: true },
  ...{ uploadUrl: null, error: null, isRefused: false },
}

/** The store of a browser, over reloads and in several tabs. */
export function memoryFiles(all: StoredRecording[] = []) {
  const kept = new Map(all.map((it) => [it.id, { ...it }]))
  const find = (id: string) => {
    const found = kept.get(id)
    if (!found) throw new DOMException('gone', 'NotFoundError')
    return found
  }
  let freeBytes = Infinity
  const files: RecordingFiles = {
    create: async (recording) => void kept.set(recording.id, { ...recording }),
    async append(id, bytes, change) {
      if (bytes.byteLength > freeBytes) throw new DOMException('full', 'QuotaExceededError')
      freeBytes -= bytes.byteLength
      const before = find(id)
      Object.assign(before, change, { bytes: before.bytes + bytes.byteLength })
    },
    change: async (id, change) => void Object.assign(find(id), change),
    close: async () => {},
    list: async (userId) =>
      Array.from(kept.values(), (it) => ({ ...it })).filter((it) => it.userId === userId),
    read: async (_id, start, end) => new ArrayBuffer(end - start),
    open: async (id) => new File([], id),
    remove: async (id) => void kept.delete(id),
  }
  return { files, kept, fill: (free: number) => (freeBytes = free) }
}

type FakeTransfer = {
  file: GrowingFile
  options: TransferOptions
  reports: TransferReports
  isStopped: boolean
  /** Everything arrived. */
  arrive: () => void
}

/** The sender of one tab; the server says of every upload what `server` holds. */
export function openSender(files: RecordingFiles, locks = new FakeLocks()) {
  const transfers: FakeTransfer[] = []
  const server = new Map<string, 'processing' | 'completed' | 'failed'>()
  const discarded: string[] = []
  const sender = createSender({
    files,
    locks,
    startTransfer(file, options, reports) {
      const transfer: FakeTransfer = {
        ...{ file, options, reports, isStopped: false },
        arrive() {
          reports.progress(file.size)
          reports.arrived?.(file.size)
          reports.done()
        },
      }
      transfers.push(transfer)
      reports.url(options.uploadUrl ?? `/api/uploads/${transfers.length}`)
      return {
        pause() {},
        resume() {},
        stop: () => (transfer.isStopped = true),
      }
    },
    getUploadState: async (url) => {
      const status = server.get(url)
      return status ? { status, error: status === 'failed' ? 'It is not a video.' : null } : null
    },
    discardUpload: async (url) => discarded.push(url) > 0,
    wait: () => new Promise((resolve) => setTimeout(resolve, 5)),
    onChange() {},
    onKept() {},
  })
  return { sender, transfers, server, discarded }
}

/** Exclusive locks of one browser. */
export class FakeLocks implements LockManager {
  readonly #held = new Map<string, Promise<unknown>>()

  async request<T>(name: string, ...rest: unknown[]): Promise<T> {
    const callback = rest.at(-1) as (lock: Lock | null) => T
    const options = (rest.length > 1 ? rest[0] : {}) as LockOptions
    if (options.ifAvailable && this.#held.has(name)) return callback(null)
    while (this.#held.has(name)) await this.#held.get(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.set(name, promise)
    try {
      return await callback({ name, mode: 'exclusive' })
    } finally {
      this.#held.delete(name)
      resolve()
    }
  }

  async query() {
    return { held: [], pending: [] }
  }

  /** The tab of the lock's holder was closed. */
  drop(name: string) {
    this.#held.delete(name)
  }
}

export function fakeCapture() {
  const encoders: { reports: EncoderReports; isPaused: boolean; isStopped: boolean }[] = []
  const did: string[] = []
  const microphone = {
    id: 'built-in',
    isLive: true,
    losses: 0,
    isMuted: false,
    level: 0.5,
    sampleRate: 48_000,
  }
  const capture: Capture = {
    type: 'video/webm;codecs=vp8,opus',
    hasSides: false,
    read: () => ({ microphone, isCameraGone: false }),
    getLevels: () => ({ microphone: 0.5 }),
    encode(reports) {
      const encoder = { reports, isPaused: false, isStopped: false }
      encoders.push(encoder)
      did.push(`encode ${encoders.length}`)
      const number = encoders.length
      return {
        setPaused: (isPaused) => (encoder.isPaused = isPaused),
        async stop() {
          encoder.isStopped = true
          did.push(`stop ${number}`)
          // What was said since the last chunk.
          reports.chunk(new Blob(['end']))
        },
      }
    },
    setMuted: (isMuted) => did.push(isMuted ? 'mute' : 'unmute'),
    tick() {},
    changeMicrophone: async (id) => void did.push(`microphone ${id}`),
    close: () => did.push('close'),
  }
  return { capture, encoders, did, microphone }
}
