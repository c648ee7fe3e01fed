import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

export async function fileHash(algorithm: 'sha256' | 'md5', file: string) {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  return hash.digest()
}

/** Flushes a file to disk, so that it survives a power failure. */
export async function syncFile(file: string) {
  const handle = await open(file)
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Flushes the entries of a folder to disk. */
export async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates a folder and its parents, and flushes them to disk. */
export async function createFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let created = folder; created !== path.dirname(first); created = path.dirname(created))
    await syncFolder(path.dirname(created))
}

/** Creates a hard link, or a copy on another disk. Replaces `to` atomically. */
export async function copyIntoPlace(from: string, to: string) {
  const part = `${to}.part`
  await rm(part, { force: true })
  try {
    await link(from, part).catch(() => copyFile(from, part, constants.COPYFILE_FICLONE))
    await syncFile(part)
    await rename(part, to)
  } finally {
    // Renaming has no effect if both are links to the same file.
    await rm(part, { force: true })
  }
  await syncFolder(path.dirname(to))
}
