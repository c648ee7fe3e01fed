import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { extract } from 'tar'

/**
 * Unpacks the files below the folder `member` of an npm package (or `member` itself, if it is a file) into `folder`,
 * without what stands before their name. Links are left out. Throws on a name that leads out of the archive and where
 * the archive ends early.
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
