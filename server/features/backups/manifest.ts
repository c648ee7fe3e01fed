import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** Version of the archive layout; increased when older programs can no longer read it. */
export const formatVersion = 1

const manifestSchema = z.object({
  formatVersion: z.literal(formatVersion, 'it was made by a newer version of this program'),
  createdAt: z.iso.datetime(),
  /** Migrations of the database that was saved. */
  migrations: z.array(z.string()),
  rows: z.record(z.string(), z.number()),
  /** Last values; null: never used. */
  sequences: z.record(z.string(), z.string().nullable()),
  /** SHA-256 of every other file in the archive, by its path. */
  files: z.record(z.string(), z.string()),
  /** Files of recordings that stay in external storages. */
  externalFiles: z.number(),
})

export type Manifest = z.infer<typeof manifestSchema>

export const manifestFile = 'manifest.json'
export const secretKeyFile = 'secret.key'
/** Files and folders of the operator in the data folder. */
export const operatorFiles = ['instruments', 'help-lines.json', 'keys']

/** Throws if the unpacked folder is not a backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error('This file is not a backup: it has no manifest.')
  const { data, error } = manifestSchema.safeParse(JSON.parse(text))
  if (error) throw new Error(`This backup can't be read: ${error.issues[0]?.message}.`)
  return data
}

/** SHA-256 of every file in a folder except the manifest, by relative path. */
export async function computeChecksums(folder: string) {
  const checksums: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file)
    if (!entry.isFile() || name === manifestFile) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    checksums[name] = hash.digest('hex')
  }
  return checksums
}
