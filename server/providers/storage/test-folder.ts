import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { createFolder } from './on-disk.ts'

/** Writes a small file, reads it and removes it: whether recordings can be kept in a folder. Throws Unavailable. */
export async function testFolder(folder: string) {
  const file = path.join(folder, `.test-${randomUUID()}`)
  try {
    await createFolder(folder)
    await writeFile(file, file, { mode: 0o600 })
    if ((await readFile(file, 'utf8')) !== file) throw new Error('EIO')
  } catch (error) {
    throw new Unavailable('The disk of this installation cannot be written to.', { cause: error })
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
  return 'A file was written to the disk of this installation, read and removed.'
}
