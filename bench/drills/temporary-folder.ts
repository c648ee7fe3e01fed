import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Removed last of what a drill started. */
export function temporaryFolder(started: AsyncDisposableStack, name: string) {
  const folder = mkdtempSync(path.join(tmpdir(), `maylab-${name}-`))
  started.defer(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
