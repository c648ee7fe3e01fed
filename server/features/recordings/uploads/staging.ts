import { mkdirSync } from 'node:fs'
import { type FileHandle, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../../../platform/config/config.ts'
import { AppError } from '../../../platform/errors.ts'
import { syncFile, syncFolder } from '../../../providers/storage/on-disk.ts'
import { eachPiece, type Take } from './each-piece.ts'
import { giveBack } from './give-back.ts'
import { inBlocks } from './in-blocks.ts'

type Needs = Pick<Config, 'dataDir'>

/** Where uploads grow until they are complete, each under its id. */
export const stagingFolder = ({ dataDir }: Needs) => path.join(dataDir, 'uploads')
export const stagingFile = (config: Needs, id: string) => path.join(stagingFolder(config), id)

export const makeStagingFolder = (config: Needs) =>
  mkdirSync(stagingFolder(config), { recursive: true, mode: 0o700 })

/** Returns when what has arrived of an upload is on the disk; of a new one its name as well. */
export async function syncStaged(config: Needs, id: string, { isNew }: { isNew: boolean }) {
  await syncFile(stagingFile(config, id))
  if (isNew) await syncFolder(stagingFolder(config))
}

/**
 * Writes what a body brings into a file from `start` on, and closes the file; what has arrived before a failure stays. Of each
 * piece `each` adds what is to be written. On the disk only after syncStaged. The pieces of the body are given back.
 */
export async function writeStaged(
  handle: FileHandle,
  body: Readable,
  { each, start = 0 }: { each: (piece: Buffer, add: Take) => void; start?: number },
) {
  const file = inBlocks(handle, start)
  try {
    try {
      await eachPiece(body, (piece) => {
        let full: Promise<void> | undefined
        each(piece, (bytes) => {
          full = file.add(bytes)
        })
        giveBack(piece)
        return full
      })
    } finally {
      await file.end()
    }
  } finally {
    await handle.close()
  }
}

/** Bytes of an upload that have arrived, or undefined where nothing is. */
export const stagedBytes = (config: Needs, id: string) =>
  stat(stagingFile(config, id)).then(
    ({ size }) => size,
    () => undefined,
  )

export const removeStaged = (config: Needs, id: string) =>
  rm(stagingFile(config, id), { force: true })

/** Ids of staged files that nobody has written to since `before`. */
export async function stagedSince(config: Needs, before: Date) {
  const found: string[] = []
  for (const name of await readdir(stagingFolder(config))) {
    const file = await stat(stagingFile(config, name)).catch(() => undefined)
    if (file && file.mtime < before) found.push(name)
  }
  return found
}

/** Left free for the database, which shares the disk. */
const spareBytes = 256 * 1024 * 1024

/** Throws unavailable when the disk cannot take `bytes` more. */
export async function requireSpace(config: Needs, bytes: number) {
  const { bavail, bsize } = await statfs(stagingFolder(config))
  if (bavail * bsize < bytes + spareBytes) throw noSpace()
}

export const noSpace = () =>
  new AppError(
    'unavailable',
    'The server has no room for this video at the moment. Please tell your administrator and try again later.',
  )

export const isNoSpace = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')
