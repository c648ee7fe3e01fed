import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { extract, list } from 'tar'
import type { Config } from '../../platform/config/config.ts'
import { withClient } from '../../platform/db/pool.ts'
import { openDb } from '../../platform/db/db.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { deriveKeys } from '../../platform/keys/keys.ts'
import { readMasterKeys } from '../../platform/process/secret-key.ts'
import { listUnreadableSecrets } from '../../providers/secrets.ts'
import { importRows, importSequences, skippedTables } from './database-rows.ts'
import {
  computeChecksums,
  type Manifest,
  manifestFile,
  operatorFiles,
  readManifest,
  secretKeyFile,
} from './manifest.ts'

/** Copied to the data folder. */
const restoredFiles = ['recordings', ...operatorFiles]

/**
 * Unpacks a backup, checks every file against its checksum and runs `use`. Needs space for the whole archive in `parent`.
 * Throws if the file is not a backup, or damaged.
 */
export async function withUnpackedBackup<T>(
  file: string,
  parent: string,
  use: (folder: string, manifest: Manifest) => Promise<T>,
) {
  await mkdir(parent, { recursive: true, mode: 0o711 })
  const folder = await mkdtemp(path.join(parent, 'restore-'))
  try {
    await checkEntries(file)
    await extract({ file, cwd: folder, strict: true })
    const manifest = await readManifest(folder)
    const found = await computeChecksums(folder)
    const damaged = Object.keys({ ...manifest.files, ...found }).filter(
      (name) => manifest.files[name] !== found[name],
    )
    if (damaged.length) throw new Error(`The backup is damaged: ${damaged.slice(0, 5).join(', ')}.`)
    return await use(folder, manifest)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Before anything is unpacked, because `extract` continues to write after it has failed. */
async function checkEntries(file: string) {
  const names = new Set(['database', manifestFile, secretKeyFile, ...restoredFiles])
  const unknown: string[] = []
  const onReadEntry = ({ path: name, type }: { path: string; type: string }) => {
    const [first = '', ...rest] = name.split('/')
    if (!names.has(first) || rest.includes('..') || !['File', 'Directory'].includes(type))
      unknown.push(name)
  }
  await list({ file, strict: true, onReadEntry }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && error.path === file) throw error
    throw new Error(`${file} is not a backup, or it is damaged: ${error.message}`)
  })
  if (unknown.length)
    throw new Error(
      `The backup has files that don't belong to one: ${unknown.slice(0, 5).join(', ')}.`,
    )
}

/** Migrates an empty database to the schema of the backup. Throws if it has users. */
export async function prepareDatabase(databaseUrl: string, { migrations }: Manifest) {
  await migrate(databaseUrl, migrations)
  const { rowCount } = await withClient(databaseUrl, (client) =>
    client.query('select from "user" limit 1'),
  )
  if (rowCount)
    throw new Error(
      'This installation already has users. Restore into an empty one: another DATA_DIR or DATABASE_URL.',
    )
}

/** Loads all rows into a prepared database in one transaction, and migrates it to the current schema. */
export async function loadDatabase(databaseUrl: string, folder: string, manifest: Manifest) {
  await withClient(databaseUrl, async (client) => {
    await client.query('begin')
    const rows = await importRows(client, path.join(folder, 'database'))
    await importSequences(client, manifest.sequences)
    const different = Object.keys({ ...manifest.rows, ...rows }).filter(
      (it) => rows[it] !== manifest.rows[it] && !skippedTables.includes(it),
    )
    if (different.length) throw new Error(`Rows are missing from ${different.join(', ')}.`)
    await client.query('commit')
  })
  await migrate(databaseUrl)
}

/** Restores into an empty installation. The database comes last: an interrupted restore can simply be repeated. */
export async function restoreBackup(
  config: Config,
  databaseUrl: string,
  file: string,
  onProgress: (step: string) => void,
) {
  onProgress('Unpacking and checking the archive')
  return withUnpackedBackup(file, config.dataDir, async (folder, manifest) => {
    await prepareDatabase(databaseUrl, manifest)
    onProgress('Restoring the files')
    const found = await readdir(folder)
    for (const name of restoredFiles.filter((it) => found.includes(it)))
      await cp(path.join(folder, name), path.join(config.dataDir, name), { recursive: true })
    const key = path.join(folder, secretKeyFile)
    const hasKey = existsSync(key)
    if (hasKey && !config.secretKey) await copyFile(key, path.join(config.dataDir, secretKeyFile))
    onProgress('Restoring the database')
    await loadDatabase(databaseUrl, folder, manifest)
    return { manifest, unreadable: await findUnreadableSecrets(config, databaseUrl) }
  })
}

/** Rows with secrets that can't be decrypted with the keys of `config`. */
export async function findUnreadableSecrets(config: Config, databaseUrl: string) {
  const { db } = openDb(databaseUrl, () => {}, 1)
  try {
    return await listUnreadableSecrets({ db, keys: deriveKeys(readMasterKeys(config)) })
  } finally {
    await db.destroy()
  }
}
