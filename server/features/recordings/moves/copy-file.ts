import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileHash } from '../../../providers/storage/on-disk.ts'
import type { StorageOptions, Storage } from '../../../providers/storage/storage.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'

type File = { key: string; copyKey: string; contentType: string; bytes?: number }

/** Copies a stored file and reads the copy back. Throws Unavailable if the two differ. */
export const copyFile = (
  from: Storage,
  to: Storage,
  { key, copyKey, contentType, bytes }: File,
  asking: StorageOptions & { sessionId: string },
) =>
  from.withLocalFile(
    key,
    async (path) => {
      const { size } = await stat(path)
      if (bytes !== undefined && size !== bytes)
        throw new Unavailable(`The file has ${size} bytes; expected ${bytes}.`)
      const expected = await fileHash('sha256', path)
      await to.put(copyKey, path, contentType, asking)
      const copied = createHash('sha256')
      await pipeline(await to.read(copyKey, undefined, asking), copied)
      if (!copied.digest().equals(expected))
        throw new Unavailable('The copy differs from the original.')
    },
    asking,
  )
