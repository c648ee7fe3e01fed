import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'

type KeySettings = Pick<Config, 'secretKey' | 'secretKeyBefore' | 'dataDir'>

/**
 * The master keys, 32 bytes each, from which all others are derived (keys.ts): the current one, then previous ones. The
 * current one is SECRET_KEY, or else a key file of mode 0600 in the data folder, created at the first start. Without it
 * encrypted settings are lost, so it belongs in the backup. Throws for a damaged key file.
 */
export function readMasterKeys({ secretKey, secretKeyBefore, dataDir }: KeySettings) {
  const file = path.join(dataDir, 'secret.key')
  const fileKeys = [file, `${file}.before`].filter((it) => existsSync(it)).map(readKey)
  const before = secretKeyBefore ? [keyFromText(secretKeyBefore)] : []
  if (secretKey) return [keyFromText(secretKey), ...before, ...fileKeys] as const
  const [current = createKey(file)] = existsSync(file) ? fileKeys : []
  return [current, ...before, ...fileKeys.filter((it) => it !== current)] as const
}

const keyFromText = (text: string) => createHash('sha256').update(text).digest()

/** Linked into place, so that concurrent first starts read the same key. */
function createKey(file: string) {
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
