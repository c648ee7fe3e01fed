import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Returns when the content of a file is on the disk and not only in the machine's memory: a power cut leaves it. */
export async function syncFile(file: string) {
  const handle = await open(file)
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** The same for the names in a folder: a new file may have its content on the disk and its name not. */
export async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a folder with all above it. */
export async function createFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made !== path.dirname(first); made = path.dirname(made))
    await syncFolder(path.dirname(made))
}

/**
 * Gives a file a second name, at once and for good, or copies it where the disk is another or knows no second names.
 * What was there under the name is replaced; a half copy is never seen.
 */
export async function moveIntoPlace(from: string, to: string) {
  const part = `${to}.part`
  await rm(part, { force: true })
  try {
    await link(from, part).catch(() => copyFile(from, part, constants.COPYFILE_FICLONE))
    await syncFile(part)
    await rename(part, to)
  } finally {
    // Two names of one file: then renaming does nothing.
    await rm(part, { force: true })
  }
  await syncFolder(path.dirname(to))
}
