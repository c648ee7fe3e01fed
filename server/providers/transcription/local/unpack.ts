import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { extract } from 'tar'

/**
 * Extracts `member`, a folder or file of an npm package, into `folder`. Links are skipped. Throws on a path that leads out of
 * the archive, and on a truncated archive.
 */
export async function unpack(archive: string, member: string, folder: string) {
  const work = await mkdtemp(path.join(path.dirname(archive), 'unpacked-'))
  try {
    await extract({
      file: archive,
      cwd: work,
      strict: true,
      filter: (name, entry) =>
        (name === member || name.startsWith(`${member}/`)) &&
        'type' in entry &&
        (entry.type === 'File' || entry.type === 'OldFile'),
    })
    const wanted = path.join(work, member)
    if ((await stat(wanted)).isDirectory()) return await rename(wanted, folder)
    await mkdir(folder)
    await rename(wanted, path.join(folder, path.basename(member)))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
