import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Range } from './storage.ts'

/** The hash of a file of this machine, or of a part of it. */
export async function fileHash(algorithm: 'sha256' | 'md5', path: string, range?: Range) {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(path, range), hash)
  return hash.digest()
}
