import { existsSync } from 'node:fs'
import { copyFile, cp, link, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { create } from 'tar'
import type { Deps } from '../../deps.ts'
import { type Client, withClient } from '../../platform/db/pool.ts'
import { createFolder, syncFile, syncFolder } from '../../providers/storage/on-disk.ts'
import { AppError } from '../../platform/errors.ts'
import { insertBackup } from './backups.queries.ts'
import { exportRows, exportSequences } from './database-rows.ts'
import {
  computeChecksums,
  formatVersion,
  manifestFile,
  operatorFiles,
  secretKeyFile,
} from './manifest.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'databaseUrl'> & {
  config: Pick<Deps['config'], 'dataDir' | 'backupDir'>
}
type Options = { withSecretKey: boolean; onProgress?: (step: string) => void }
type StoredFile = { integrationId: string; provider: string; key: string }

/** One backup at a time, so that whatever an interrupted one left can be removed. */
const lockKey = 7_210_002
/** Attempts to find all files of one moment while recordings are being deleted. */
const maxAttempts = 5

/**
 * Writes the database of one moment, the recordings on this machine and the operator's own files to a tar archive while
 * the product runs. `file` appears once it is complete. Answers the keys of recordings whose files are missing.
 */
export async function createBackup(needs: Needs, file: string, options: Options) {
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name.`)
  return withClient(needs.databaseUrl, async (client) => {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [lockKey],
    )
    if (!rows[0]?.isLocked)
      throw new AppError('conflict', 'Another backup is running. Try again when it has finished.')
    const folder = path.join(needs.config.dataDir, 'backup')
    const partial = `${file}.partial`
    try {
      return await writeBackup(client, needs, { folder, partial, file }, options)
    } finally {
      await rm(folder, { recursive: true, force: true })
      await rm(partial, { force: true })
    }
  })
}

async function writeBackup(
  client: Client,
  { config, db, providers }: Needs,
  { folder, partial, file }: { folder: string; partial: string; file: string },
  { withSecretKey, onProgress = () => {} }: Options,
) {
  onProgress('Saving the database')
  const { storedFiles, missing } = await openSnapshot(client, config.dataDir, folder)
  const rows = await exportRows(client, path.join(folder, 'database'))
  const sequences = await exportSequences(client)
  const migrations = await client.query<{ name: string }>('select name from migration order by 1')
  await client.query('commit')

  onProgress('Looking for recordings in external storages')
  const external = storedFiles.filter(({ provider }) => provider !== 'local_disk')
  for (const { integrationId, key } of external) {
    const { adapter } = await providers.of('video_storage', integrationId)
    if ((await adapter.size(key)) === undefined) missing.push(key)
  }

  for (const name of operatorFiles)
    await cp(path.join(config.dataDir, name), path.join(folder, name), { recursive: true }).catch(
      ignoreMissing,
    )
  if (withSecretKey)
    await copyFile(path.join(config.dataDir, secretKeyFile), path.join(folder, secretKeyFile))

  onProgress('Computing checksums')
  const manifest = {
    formatVersion,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    rows,
    sequences,
    files: await computeChecksums(folder),
    externalFiles: external.length,
  }
  await writeFile(path.join(folder, manifestFile), JSON.stringify(manifest, undefined, 2))

  onProgress('Writing the archive')
  await rm(partial, { force: true })
  await create({ file: partial, cwd: folder, mode: 0o600 }, await readdir(folder))
  await syncFile(partial)
  await rename(partial, file)
  await syncFolder(path.dirname(file))
  const isInFolder = path.dirname(file) === config.backupDir
  await insertBackup(db, {
    sizeBytes: (await stat(file)).size,
    hasSecretKey: withSecretKey,
    fileName: isInFolder ? path.basename(file) : null,
  })
  return missing
}

/** Begins a transaction and links the local files of the recordings that it sees, so that they can't disappear. */
async function openSnapshot(client: Client, dataDir: string, folder: string) {
  for (let attempt = 1; ; attempt++) {
    await rm(folder, { recursive: true, force: true })
    await createFolder(path.join(folder, 'database'))
    await createFolder(path.join(folder, 'recordings'))
    await client.query('begin isolation level repeatable read read only')
    const { rows: storedFiles } = await client.query<StoredFile>(
      `select integration.id as "integrationId", provider, key
       from recording join integration on integration.id = integration_id,
         unnest(array[storage_key, poster_key, playable_key]) as key
       where key is not null`,
    )
    const missing: string[] = []
    for (const { provider, key } of storedFiles)
      if (provider === 'local_disk')
        await linkOrCopy(
          path.join(dataDir, 'recordings', key),
          path.join(folder, 'recordings', key),
        ).catch((error) => {
          ignoreMissing(error)
          missing.push(key)
        })
    // A recording deleted since the transaction began is not in the next one.
    if (!missing.length || attempt === maxAttempts) return { storedFiles, missing }
    await client.query('rollback')
  }
}

/** Some file systems have no links. */
const linkOrCopy = (from: string, to: string) =>
  link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error
    return copyFile(from, to)
  })

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
