import { type RecordingFiles, type StoredRecording, toFileType } from './recording-files.ts'

/** Each piece as it was recorded, by recording and first byte. */
type Piece = { id: string; at: number; bytes: ArrayBuffer }

/** For browsers without private files, such as private windows of some. */
export async function openIndexedDbFiles(): Promise<RecordingFiles> {
  const opening = indexedDB.open('recordings', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('recordings', { keyPath: 'id' })
    opening.result.createObjectStore('pieces', { keyPath: ['id', 'at'] })
  }
  const db = await result(opening)
  const recordings = () => db.transaction('recordings').objectStore('recordings')
  const find = (id: string) => result<StoredRecording | undefined>(recordings().get(id))
  const piecesOf = (id: string) => IDBKeyRange.bound([id], [id, []])
  const pieces = () => db.transaction('pieces').objectStore('pieces')

  async function write(act: (recordings: IDBObjectStore, pieces: IDBObjectStore) => Promise<void>) {
    const transaction = db.transaction(['recordings', 'pieces'], 'readwrite', {
      durability: 'strict',
    })
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    await Promise.all([
      act(transaction.objectStore('recordings'), transaction.objectStore('pieces')),
      done,
    ])
  }

  return {
    create: (recording) => write(async (recordings) => void recordings.add(recording)),
    append: (id, bytes, change) =>
      write(async (recordings, pieces) => {
        const before = await result<StoredRecording>(recordings.get(id))
        pieces.add({ id, at: before.bytes, bytes })
        recordings.put({ ...before, ...change, bytes: before.bytes + bytes.byteLength })
      }),
    change: (id, change) =>
      write(async (recordings) => {
        const before = await result<StoredRecording | undefined>(recordings.get(id))
        if (before) recordings.put({ ...before, ...change })
      }),
    close: async () => {},
    async list(userId) {
      const all = await result<StoredRecording[]>(recordings().getAll())
      return all.filter((it) => it.userId === userId)
    },
    async read(id, start, end) {
      const wanted = new Uint8Array(end - start)
      const before = IDBKeyRange.bound([id], [id, start])
      const first = (await result(pieces().openKeyCursor(before, 'prev')))?.key ?? [id, 0]
      const within = IDBKeyRange.bound(first, [id, end], false, true)
      for (const { at, bytes } of await result<Piece[]>(pieces().getAll(within))) {
        const from = Math.max(start, at)
        const part = new Uint8Array(bytes, from - at, Math.min(end, at + bytes.byteLength) - from)
        wanted.set(part, from - start)
      }
      return wanted.buffer
    },
    async open(id) {
      const known = await find(id)
      const all = await result<Piece[]>(pieces().getAll(piecesOf(id)))
      return new File(
        all.map(({ bytes }) => bytes),
        'recording',
        { type: toFileType(known?.type ?? '') },
      )
    },
    remove: (id) =>
      write(async (recordings, pieces) => {
        recordings.delete(id)
        pieces.delete(piecesOf(id))
      }),
  }
}

const result = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
