import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { validate } from 'uuid'

/** The database is searched by its tables, and models hold no data of people. */
const skippedFolders = new Set(['pgdata', 'models'])
/** Small files first: what is not reached in time are large recordings, which are searched by name. */
const maxContentMs = 30 * 60_000
const chunkBytes = 512 * 1024

type FilesSearched = {
  files: number
  /** Of them archives, and those that were not reached in time. */
  byNameOnly: number
  found: string[]
}

/** Files under `folder` whose name or content has one of these texts, in any upper or lower case. */
export async function searchFiles(
  folder: string,
  texts: readonly string[],
  { signal, maxMs = maxContentMs }: { signal: AbortSignal; maxMs?: number },
): Promise<FilesSearched> {
  const matcher = createMatcher(texts)
  const files: FoundFile[] = []
  for await (const file of listFiles(folder, signal)) files.push(file)
  files.sort((one, other) => one.bytes - other.bytes)
  const endsAt = performance.now() + maxMs
  const found: string[] = []
  let byNameOnly = 0
  for (const { file } of files) {
    const name = path.relative(folder, file)
    const result = matcher.matches(Buffer.from(name))
      ? 'found'
      : await searchContent(file, matcher, { signal, endsAt })
    if (result === 'found') found.push(name)
    if (result === 'unread') byNameOnly++
  }
  return { files: files.length, byNameOnly, found }
}

type FoundFile = { file: string; bytes: number }

async function* listFiles(folder: string, signal: AbortSignal): AsyncGenerator<FoundFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)
  for (const entry of entries ?? []) {
    signal.throwIfAborted()
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && !skippedFolders.has(entry.name)) yield* listFiles(file, signal)
    if (!entry.isFile()) continue
    const found = await stat(file).catch(ignoreMissing)
    if (found) yield { file, bytes: found.size }
  }
}

async function searchContent(
  file: string,
  { matches, overlapBytes }: Matcher,
  { signal, endsAt }: { signal: AbortSignal; endsAt: number },
): Promise<'found' | 'clean' | 'unread'> {
  let rest: Buffer | undefined
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes, signal })) {
      if (performance.now() > endsAt) return 'unread'
      if (!rest && isArchive(chunk as Buffer)) return 'unread'
      const part: Buffer = rest ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer)
      if (matches(part)) return 'found'
      rest = part.subarray(-overlapBytes)
    }
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException)
  }
  return 'clean'
}

/** Exports of others and backups: compressed, or named by the certificate as what remains. */
const isArchive = (start: Buffer) =>
  start.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')) ||
  start.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b])) ||
  start.toString('latin1', 257, 262) === 'ustar'

type Matcher = { matches: (part: Buffer) => boolean; overlapBytes: number }

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Ids are looked up, because a person can have hundreds. Media files may hold text in UTF-16. */
function createMatcher(texts: readonly string[]): Matcher {
  const lower = texts.map((text) => text.toLowerCase())
  const wanted = new Set(lower.filter((text) => validate(text)))
  const others = lower
    .filter((text) => !wanted.has(text))
    .flatMap((text) => [text, encodeURIComponent(text)])
  const needles = [...new Set(others)].map((text) => asBytes(Buffer.from(text)))
  const has = (text: string) =>
    needles.some((needle) => text.includes(needle)) ||
    (text.match(ids) ?? []).some((id) => wanted.has(id))
  return {
    matches(part) {
      const text = asBytes(part)
      return has(text) || (text.includes('\0') && has(text.replaceAll('\0', '')))
    },
    overlapBytes: 2 * Math.max(36, ...needles.map(({ length }) => length)),
  }
}

/** One character for each byte. */
const asBytes = (bytes: Buffer) => bytes.toString('latin1').toLowerCase()

/** It has just been removed. */
function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
