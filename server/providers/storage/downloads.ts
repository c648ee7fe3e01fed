import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The folder for local copies of recordings in external storage. */
export const downloadsFolder = (dataDir: string) => path.join(dataDir, 'downloads')

/** Longer than any process uses a copy. */
const maxAgeMs = 24 * 3600 * 1000

/** Runs `use` with a local copy, and removes it afterwards. */
export async function withDownload<T>(
  folder: string,
  download: () => Promise<AsyncIterable<Uint8Array>>,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const file = path.join(folder, randomUUID())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(await download(), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return await use(file)
  } finally {
    await rm(file, { force: true })
  }
}

/** Removes copies of killed processes. */
export async function deleteOldDownloads(folder: string, now = new Date()) {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    // Another process may have deleted it.
    const found = await stat(file).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > maxAgeMs) await rm(file, { force: true })
  }
}
