import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'

type KeySettings = Pick<Config, 'secretKey' | 'secretKeyBefore' | 'dataDir'>

/**
 * The master keys, 32 bytes each, from which all others are derived (keys.ts): the one in force, then those that it
 * replaced. It is SECRET_KEY, or else a key file of mode 0600 in the data folder, made at the first start. Who loses it
 * loses the encrypted settings, so it belongs into the backup.
 */
export function readMasterKeys({ secretKey, secretKeyBefore, dataDir }: KeySettings) {
  const file = path.join(dataDir, 'secret.key')
  const kept = [file, `${file}.before`].filter((it) => existsSync(it)).map(readKey)
  const before = secretKeyBefore ? [hashed(secretKeyBefore)] : []
  if (secretKey) return [hashed(secretKey), ...before, ...kept] as const
  const [current = firstKey(file)] = existsSync(file) ? kept : []
  return [current, ...before, ...kept.filter((it) => it !== current)] as const
}

const hashed = (text: string) => createHash('sha256').update(text).digest()

/** Written aside and linked into place: of two first starts at once, both read the key of the one that was first. */
function firstKey(file: string) {
  const fresh = `${file}.${process.pid}`
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
