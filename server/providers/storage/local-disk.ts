import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { opendir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { NotFound, Unavailable } from '../../platform/jobs/errors.ts'
import { copyIntoPlace, createFolder } from './on-disk.ts'
import type { Storage } from './storage.ts'

export function localDisk(folder: string): Storage {
  const getPath = (key: string) => {
    const file = path.join(folder, key)
    if (!file.startsWith(folder + path.sep)) throw new NotFound('no such file')
    return file
  }
  const getSize = (key: string) =>
    stat(getPath(key)).then(
      ({ size }) => size,
      () => undefined,
    )
  const existing = async (key: string) => {
    if ((await getSize(key)) === undefined) throw new NotFound('no such file')
    return getPath(key)
  }
  return {
    size: getSize,
    async put(key, from) {
      const file = getPath(key)
      await createFolder(path.dirname(file))
      await copyIntoPlace(from, file)
    },
    read: async (key, range) => createReadStream(await existing(key), range),
    withLocalFile: async (key, use) => use(await existing(key)),
    remove: async (key) => rm(getPath(key), { force: true }),
    async *list() {
      for await (const entry of await openFolder(folder)) {
        const file = path.join(entry.parentPath, entry.name)
        // It may have been removed since it was listed.
        const found = entry.isFile() ? await stat(file).catch(() => undefined) : undefined
        // Creating a hard link changes ctime, not mtime.
        if (found) yield { key: path.relative(folder, file), storedAt: found.ctime }
      }
    },
  }
}

/** Created on first use. */
const openFolder = (folder: string) =>
  opendir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Writes a small file, reads it and removes it. Throws Unavailable. */
export async function testFolder(folder: string) {
  const file = path.join(folder, `.test-${randomUUID()}`)
  try {
    await createFolder(folder)
    await writeFile(file, file, { mode: 0o600 })
    if ((await readFile(file, 'utf8')) !== file) throw new Error('EIO')
  } catch (error) {
    throw new Unavailable('The disk of this installation cannot be written to.', { cause: error })
  } finally {
    // Where writing failed, that error is the one to show.
    await rm(file, { force: true }).catch(() => {})
  }
  return 'A file was written to the disk of this installation, read and removed.'
}
