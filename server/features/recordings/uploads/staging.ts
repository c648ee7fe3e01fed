import { mkdirSync } from 'node:fs'
import { open, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../../../platform/config/config.ts'
import { AppError } from '../../../platform/errors.ts'
import { syncFile, syncFolder } from '../../../providers/storage/on-disk.ts'

type Needs = Pick<Config, 'dataDir'>

/** Incomplete uploads, each in a file named after its id. */
export const stagingFolder = ({ dataDir }: Needs) => path.join(dataDir, 'uploads')
export const stagingFile = (config: Needs, id: string) => path.join(stagingFolder(config), id)

export const makeStagingFolder = (config: Needs) =>
  mkdirSync(stagingFolder(config), { recursive: true, mode: 0o700 })

/** Syncs the staged file to disk, and its folder if the file is new. */
export async function syncStaged(config: Needs, id: string, { isNew }: { isNew: boolean }) {
  await syncFile(stagingFile(config, id))
  if (isNew) await syncFolder(stagingFolder(config))
}

/** Bytes between two flushes to disk, so that the final one is short. */
const flushBytes = 16 * 1024 * 1024

/**
 * Appends the output of `transform` for each chunk of a body; data received before a failure stays. Durable only after
 * syncStaged. The body stays open if this fails, so that the error can be sent over the same connection.
 */
export async function appendStaged(
  config: Needs,
  id: string,
  body: Readable,
  transform: (chunk: Buffer) => Buffer,
) {
  const file = await open(stagingFile(config, id), 'a', 0o600)
  let unflushed = 0
  let flushing: Promise<void> | undefined
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const bytes = transform(chunk as Buffer)
      unflushed += bytes.length
      await file.appendFile(bytes)
      releaseMemory(chunk as Buffer)
      if (bytes !== chunk) releaseMemory(bytes)
      if (flushing || unflushed < flushBytes) continue
      unflushed = 0
      // syncStaged reports what fails.
      flushing = file
        .datasync()
        .catch(() => undefined)
        .finally(() => (flushing = undefined))
    }
  } finally {
    await flushing
    await file.close()
  }
}

/** Bytes received; undefined if there is no file. */
export const stagedBytes = (config: Needs, id: string) =>
  stat(stagingFile(config, id)).then(
    ({ size }) => size,
    () => undefined,
  )

/** With what a killed attempt to finish it left, which is named after the upload and the attempt. */
export async function removeStaged(config: Needs, id: string) {
  for (const name of await readdir(stagingFolder(config)))
    if (name === id || name.startsWith(`${id}-`))
      await rm(stagingFile(config, name), { force: true })
}

/** Names of staged files without a write since `before`. */
export async function listStagedBefore(config: Needs, before: Date) {
  const found: string[] = []
  for (const name of await readdir(stagingFolder(config))) {
    // The upload may have been finished since.
    const file = await stat(stagingFile(config, name)).catch(() => undefined)
    if (file && file.mtime < before) found.push(name)
  }
  return found
}

/** Reserved for the database, which shares the disk. */
const spareBytes = 256 * 1024 * 1024

/** Throws unavailable if there is no space for `bytes` more. */
export async function requireSpace(config: Needs, bytes: number) {
  const { bavail, bsize } = await statfs(stagingFolder(config))
  if (bavail * bsize < bytes + spareBytes) throw noSpace()
}

export const noSpace = () =>
  new AppError('unavailable', 'The server is out of disk space. Please tell your administrator.')

export const isNoSpace = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

/** Frees the memory of a chunk right away: the garbage collector would let tens of megabytes pile up. */
export function releaseMemory({ buffer, byteLength }: Uint8Array) {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
