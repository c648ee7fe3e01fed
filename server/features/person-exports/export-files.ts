import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../../deps.ts'
import { deleteEndedExports } from './person-exports.queries.ts'

export const exportsFolder = (dataDir: string) => path.join(dataDir, 'exports')
export const exportFile = (dataDir: string, id: string) =>
  path.join(exportsFolder(dataDir), `${id}.zip`)

/** Of attempts that were killed. */
export async function removeParts(file: string) {
  const folder = path.dirname(file)
  for (const name of await readdir(folder))
    if (name.startsWith(`${path.basename(file)}.`))
      await rm(path.join(folder, name), { force: true })
}

/** A younger file may be one that is being written. */
const orphanAgeMs = 3600 * 1000

/** Deletes ended exports, and files of deleted or killed ones. */
export async function sweepExports({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const known = await deleteEndedExports(db)
  const folder = exportsFolder(config.dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const id = name.slice(0, 36)
    if (known.has(id) && name === `${id}.zip`) continue
    const file = path.join(folder, name)
    // Another process may have deleted it.
    const found = await stat(file).catch(() => undefined)
    if (
      found &&
      (name === `${id}.zip` || !known.has(id) || Date.now() - found.mtimeMs > orphanAgeMs)
    )
      await rm(file, { force: true })
  }
}
