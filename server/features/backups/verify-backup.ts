import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/process/open-database.ts'
import { secretKeyFile } from './manifest.ts'
import {
  loadDatabase,
  prepareDatabase,
  findUnreadableSecrets,
  withUnpackedBackup,
} from './restore-backup.ts'

/**
 * Restores a backup into a temporary database and compares row counts, checksums and references. Returns the result;
 * throws with what is wrong.
 */
export async function verifyBackup(config: Config, file: string) {
  const dataDir = await mkdtemp(path.join(config.dataDir, 'verify-'))
  // PostgreSQL may run as another user; the unpacked files stay private.
  await chmod(dataDir, 0o711)
  try {
    return await withUnpackedBackup(file, dataDir, async (folder, manifest) => {
      const { url, close } = await openDatabase({ dataDir, databaseUrl: undefined })
      try {
        await prepareDatabase(url, manifest)
        await loadDatabase(url, folder, manifest)
        const hasKey = secretKeyFile in manifest.files
        const keys = hasKey ? { ...config, secretKey: undefined, dataDir: folder } : config
        return { manifest, hasKey, unreadable: await findUnreadableSecrets(keys, url) }
      } finally {
        await close()
      }
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
