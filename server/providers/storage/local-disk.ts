import { createReadStream } from 'node:fs'
import { opendir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { NotFound } from '../../platform/jobs/errors.ts'
import { moveIntoPlace, createFolder } from './on-disk.ts'
import type { Storage } from './storage.ts'

/** Recordings in a folder of this machine. */
export function localDisk(folder: string): Storage {
  const at = (key: string) => {
    const file = path.join(folder, key)
    if (!file.startsWith(folder + path.sep)) throw new NotFound('no such file')
    return file
  }
  const sizeOf = (key: string) =>
    stat(at(key)).then(
      ({ size }) => size,
      () => undefined,
    )
  const existing = async (key: string) => {
    if ((await sizeOf(key)) === undefined) throw new NotFound('no such file')
    return at(key)
  }
  return {
    size: sizeOf,
    async put(key, from) {
      const file = at(key)
      await createFolder(path.dirname(file))
      await moveIntoPlace(from, file)
    },
    async read(key, range) {
      return createReadStream(await existing(key), range)
    },
    async withLocalFile(key, use) {
      return use(await existing(key))
    },
    async remove(key) {
      await rm(at(key), { force: true })
    },
    async *list() {
      for await (const entry of await folderAt(folder)) {
        const file = path.join(entry.parentPath, entry.name)
        const found = entry.isFile() ? await stat(file).catch(() => undefined) : undefined
        // A second name changes this time, the content's own does not.
        if (found) yield { key: path.relative(folder, file), storedAt: found.ctime }
      }
    },
  }
}

/** Nothing is stored before the first file. */
const folderAt = (folder: string) =>
  opendir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
