import { type RecordingFiles, type StoredRecording, toFileType } from './recording-files.ts'

/** Only workers have it. */
type SyncHandle = {
  write(bytes: Uint8Array, options: { at: number }): number
  read(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  getSize(): number
  flush(): void
  close(): void
}
type WorkerFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> }

const openSync = (file: FileSystemFileHandle) => (file as WorkerFileHandle).createSyncAccessHandle()

export const hasSyncHandles = () =>
  typeof FileSystemFileHandle !== 'undefined' &&
  'createSyncAccessHandle' in FileSystemFileHandle.prototype

/** The browser's private files: a folder for each recording with its bytes and, in lines of JSON, what changed. */
export async function openOpfsFiles(): Promise<RecordingFiles> {
  const root = await (
    await navigator.storage.getDirectory()
  ).getDirectoryHandle('recordings', { create: true })
  const open = new Map<string, { bytes: SyncHandle; lines: SyncHandle }>()

  const getFile = async (id: string, name: string) =>
    (await root.getDirectoryHandle(id)).getFileHandle(name)

  async function find(id: string): Promise<StoredRecording | null> {
    try {
      const lines = await (await getFile(id, linesName)).getFile()
      const { size } = await (await getFile(id, bytesName)).getFile()
      const known = parseLines(await lines.text())
      return known && { ...known, bytes: size }
    } catch {
      // Half made, or being removed.
      return null
    }
  }

  async function withLines(id: string, act: (lines: SyncHandle) => void) {
    const opened = open.get(id)
    if (opened) return act(opened.lines)
    const lines = await openSync(await getFile(id, linesName))
    try {
      act(lines)
    } finally {
      lines.close()
    }
  }

  function close(id: string) {
    const opened = open.get(id)
    open.delete(id)
    opened?.bytes.close()
    opened?.lines.close()
  }

  return {
    async create(recording) {
      const folder = await root.getDirectoryHandle(recording.id, { create: true })
      const make = async (name: string) =>
        openSync(await folder.getFileHandle(name, { create: true }))
      open.set(recording.id, { bytes: await make(bytesName), lines: await make(linesName) })
      await withLines(recording.id, (lines) => appendLine(lines, recording))
    },
    async append(id, bytes, change) {
      const opened = open.get(id)
      if (!opened) throw new DOMException('The recording is closed.', 'InvalidStateError')
      write(opened.bytes, new Uint8Array(bytes))
      appendLine(opened.lines, change)
    },
    change: (id, change) => withLines(id, (lines) => appendLine(lines, change)),
    async close(id) {
      close(id)
    },
    async list(userId) {
      const found: StoredRecording[] = []
      for await (const id of (root as unknown as { keys(): AsyncIterable<string> }).keys()) {
        const recording = await find(id)
        if (recording?.userId === userId) found.push(recording)
      }
      return found
    },
    async read(id, start, end) {
      const opened = open.get(id)
      if (!opened)
        return (await (await getFile(id, bytesName)).getFile()).slice(start, end).arrayBuffer()
      const bytes = new Uint8Array(end - start)
      opened.bytes.read(bytes, { at: start })
      return bytes.buffer
    },
    async open(id) {
      const known = await find(id)
      const file = await (await getFile(id, bytesName)).getFile()
      return new File([file], file.name, { type: toFileType(known?.type ?? '') })
    },
    async remove(id) {
      close(id)
      await root.removeEntry(id, { recursive: true })
    },
  }
}

const bytesName = 'recording'
const linesName = 'changes'

const appendLine = (lines: SyncHandle, change: object) =>
  write(lines, new TextEncoder().encode(`${JSON.stringify(change)}\n`))

/** Appends all or nothing. */
function write(handle: SyncHandle, bytes: Uint8Array) {
  const at = handle.getSize()
  let written = 0
  try {
    written = handle.write(bytes, { at })
    handle.flush()
  } finally {
    if (written < bytes.length) handle.truncate(at)
  }
  if (written < bytes.length) throw new DOMException('The disk is full.', 'QuotaExceededError')
}

/** A crash may have torn the last line. */
function parseLines(text: string): StoredRecording | null {
  let known = {}
  for (const line of text.split('\n'))
    try {
      known = { ...known, ...(JSON.parse(line) as object) }
    } catch {
      // The lines before it count.
    }
  return 'userId' in known ? (known as StoredRecording) : null
}
