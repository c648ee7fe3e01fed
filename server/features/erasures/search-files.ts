import { opendir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/** The database is searched by its tables, and models hold no data of people. */
const skippedFolders = new Set(['pgdata', 'models'])
/** Larger files are recordings and archives, whose names are searched. */
const maxReadBytes = 1024 * 1024

/** Files under `folder` whose name or content has one of these texts. */
export async function searchFiles(
  folder: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<{ files: number; found: string[] }> {
  const needles = texts.map((text) => text.toLowerCase())
  const hasText = (text: string) => needles.some((needle) => text.toLowerCase().includes(needle))
  const found: string[] = []
  let files = 0
  async function search(at: string) {
    for await (const entry of await opendir(at)) {
      signal.throwIfAborted()
      const file = path.join(at, entry.name)
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) await search(file)
      if (!entry.isFile()) continue
      files++
      if (hasText(entry.name) || (await isMatch(file, hasText)))
        found.push(path.relative(folder, file))
    }
  }
  await search(folder)
  return { files, found }
}

/** False for a file that has just been removed. */
async function isMatch(file: string, hasText: (text: string) => boolean) {
  try {
    const { size } = await stat(file)
    return size <= maxReadBytes && hasText(await readFile(file, 'utf8'))
  } catch {
    return false
  }
}
