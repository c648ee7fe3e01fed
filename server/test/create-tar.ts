import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { create } from 'tar'

/** A gzipped tar, as of an npm package, with any file names. */
export function createTar(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'maylab-tar-'))
  const names = Object.keys(files)
  const archive = path.join(folder, 'archive.tgz')
  for (const [index, text] of Object.values(files).entries())
    writeFileSync(path.join(folder, String(index)), text)
  create(
    {
      ...{ file: archive, cwd: folder, gzip: true, portable: true, sync: true },
      onWriteEntry: (entry) => (entry.path = names[Number(entry.path)] ?? ''),
    },
    [...names.keys()].map(String),
  )
  const bytes = readFileSync(archive)
  rmSync(folder, { recursive: true })
  return bytes
}
