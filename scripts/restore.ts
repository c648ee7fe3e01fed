import path from 'node:path'
import { restoreBackup } from '../server/features/backups/restore-backup.ts'
import { createDataFolder, openDatabase } from '../server/platform/process/open-database.ts'
import { printLine } from '../server/platform/process/run.ts'
import { runCommand } from './command.ts'

// `npm run restore -- FILE`: restores a backup into an empty installation. The product must be stopped.
await runCommand(async (config) => {
  const [file, ...rest] = process.argv.slice(2)
  if (file === undefined || rest.length) throw new Error('Usage: npm run restore -- FILE')
  createDataFolder(config)
  const { url, close } = await openDatabase(config)
  try {
    const { manifest, unreadable } = await restoreBackup(config, url, path.resolve(file), printLine)
    printLine(`Restored the backup of ${manifest.createdAt}. Start the product with: npm start`)
    if (unreadable.length)
      printLine(
        `These secrets can't be decrypted without the secret key of the original installation: ${unreadable.join(', ')}. Set it as SECRET_KEY, copy it to ${config.dataDir}/secret.key, or enter them again.`,
      )
  } finally {
    await close()
  }
})
