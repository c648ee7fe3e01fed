import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createBackup } from '../server/features/backups/create-backup.ts'
import { secretKeyFile } from '../server/features/backups/manifest.ts'
import { verifyBackup } from '../server/features/backups/verify-backup.ts'
import type { Config } from '../server/platform/config/config.ts'
import { openDb } from '../server/platform/db/db.ts'
import { isMigrated } from '../server/platform/db/migrate.ts'
import { connect } from '../server/connect.ts'
import { openLog } from '../server/platform/process/log.ts'
import { createDataFolder, openDatabase } from '../server/platform/process/open-database.ts'
import { printLine } from '../server/platform/process/run.ts'
import { runCommand } from './command.ts'
import { openQuestions } from './questions.ts'

// `npm run backup -- FILE` writes a backup while the product runs; with `--verify` it checks one. It asks whether to
// include the secret key, unless `--with-key` or `--without-key` is given.
const usage =
  'Usage: npm run backup -- [--with-key | --without-key] FILE, or npm run backup -- --verify FILE'
await runCommand(async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      verify: { type: 'boolean' },
      'with-key': { type: 'boolean' },
      'without-key': { type: 'boolean' },
    },
  })
  const [given, ...rest] = positionals
  if (given === undefined || rest.length) throw new Error(usage)
  const file = path.resolve(given)
  if (values.verify) await verify(config, file)
  else await backUp(config, file, await isKeyWanted(config, values))
})

type KeyOptions = { 'with-key'?: boolean; 'without-key'?: boolean }

/** With the key, a backup reveals the stored passwords of providers. */
async function isKeyWanted(config: Config, given: KeyOptions) {
  const hasKeyFile = !config.secretKey && existsSync(path.join(config.dataDir, secretKeyFile))
  if (given['with-key'] && !hasKeyFile)
    throw new Error('There is no key file in DATA_DIR to include. Store SECRET_KEY separately.')
  if (given['with-key'] || given['without-key'] || !hasKeyFile) return Boolean(given['with-key'])
  const { ask, close } = openQuestions()
  try {
    const answer = await ask(
      'Include the secret key? Without it, stored passwords of providers have to be entered again. [y/N] ',
    )
    return /^y(es)?$/i.test(answer)
  } finally {
    close()
  }
}

async function backUp(config: Config, file: string, withSecretKey: boolean) {
  const { url, close } = await openDatabase(config)
  try {
    const client = openDb(url, () => {}, 1)
    // An empty database has no list of migrations.
    const isCurrent = await isMigrated((text) => client.pool.query(text)).catch(() => false)
    await client.db.destroy()
    if (!isCurrent)
      throw new Error(
        'The database belongs to another version of the product. Start the product once first.',
      )
    const connected = await connect(config, openLog(config), url)
    try {
      const missing = await createBackup({ ...connected.deps, config, databaseUrl: url }, file, {
        withSecretKey,
        onProgress: printLine,
      })
      if (missing.length)
        printLine(`Recordings whose files are missing from their storage: ${missing.join(', ')}`)
    } finally {
      await connected.close()
    }
  } finally {
    await close()
  }
  printLine(`Backup written to ${file}. Check it with: npm run backup -- --verify ${file}`)
  if (!withSecretKey) printLine('It does not contain the secret key: store that separately.')
}

async function verify(config: Config, file: string) {
  createDataFolder(config)
  printLine('Restoring into a temporary database')
  const { manifest, hasKey, unreadable } = await verifyBackup(config, file)
  if (unreadable.length)
    throw new Error(
      `The backup is complete, but secrets can't be decrypted (${unreadable.join(', ')}) with ${hasKey ? 'its' : "this installation's"} key.`,
    )
  const rows = Object.values(manifest.rows).reduce((sum, it) => sum + it, 0)
  const files = Object.keys(manifest.files).length
  printLine(
    `The backup of ${manifest.createdAt} can be restored: ${rows} rows in ${Object.keys(manifest.rows).length} tables, ${files} files with correct checksums, ${manifest.externalFiles} recordings in external storages, secret key ${hasKey ? 'included' : 'not included'}.`,
  )
}
