import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Copies of recordings that are kept elsewhere lie here while somebody reads them. */
export const downloadsFolder = (dataDir: string) => path.join(dataDir, 'borrowed')

/** Milliseconds after which nobody can be reading a copy any more: its process was killed. */
const forgottenMs = 24 * 3600 * 1000

/** Runs `use` with a file that holds what `fetch` brings, and removes it afterwards. */
export async function lendFile<T>(
  folder: string,
  fetch: () => Promise<AsyncIterable<Uint8Array>>,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const file = path.join(folder, randomUUID())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(await fetch(), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return await use(file)
  } finally {
    await rm(file, { force: true })
  }
}

/** Removes copies that a killed process left. */
export async function deleteOldDownloads(folder: string, now = new Date()) {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > forgottenMs) await rm(file, { force: true })
  }
}
