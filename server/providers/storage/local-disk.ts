import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { NotFound } from '../failures.ts'
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
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      try {
        await rename(from, file)
      } catch (error) {
        // Another disk: copy beside, then move into place, so that a half copy is never taken for the whole.
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
        await copyFile(from, `${file}.part`)
        await rename(`${file}.part`, file)
        await rm(from)
      }
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
  }
}
