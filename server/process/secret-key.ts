import { createHash, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'

/**
 * The 32 bytes that sign links and encrypt secrets: from SECRET_KEY, or else from a key file of mode 0600 in the data
 * folder, made at the first start. Who loses it loses the encrypted settings, so it belongs into the backup.
 */
export function secretKeyOf({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>) {
  if (secretKey) return createHash('sha256').update(secretKey).digest()
  const file = path.join(dataDir, 'secret.key')
  // Written aside and linked into place: of two first starts at once, both read the key of the one that was first.
  const fresh = `${file}.${process.pid}`
  try {
    return readKey(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  writeFileSync(fresh, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh)
  }
  return readKey(file)
}

function readKey(file: string) {
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== 32)
    throw new Error(
      `The key file ${file} is damaged. Restore it from a backup; without it, encrypted settings cannot be read.`,
    )
  return key
}
