import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileHash } from '../../../providers/storage/file-hash.ts'
import type { Asking, Storage } from '../../../providers/storage/storage.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'

type File = { key: string; copyKey: string; contentType: string; bytes?: number }

/** Copies a stored file, and reads the copy back: it is the same, byte by byte, or this throws Unavailable. */
export const copyFile = (
  from: Storage,
  to: Storage,
  { key, copyKey, contentType, bytes }: File,
  asking: Asking,
) =>
  from.withLocalFile(
    key,
    async (path) => {
      const { size } = await stat(path)
      if (bytes !== undefined && size !== bytes)
        throw new Unavailable(`The file has ${size} bytes and should have ${bytes}.`)
      const sent = await fileHash('sha256', path)
      await to.put(copyKey, path, contentType, asking)
      const kept = createHash('sha256')
      await pipeline(await to.read(copyKey, undefined, asking), kept)
      if (!kept.digest().equals(sent))
        throw new Unavailable('The copy came back otherwise than it was sent.')
    },
    asking,
  )
