import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { finishUpload, giveUp } from './finish-upload.ts'
import { discardedFiles, forgetDiscarded, idleUploads, knownUploads } from './recording.queries.ts'
import { removeStaged, stagedBytes, stagedSince } from './staging.ts'
import { holdUpload } from './upload-lease.ts'

type Needs = Pick<Deps, 'db' | 'storage' | 'config'>

const hourMs = 3600 * 1000
/** An upload that nobody has continued for so long is given up. */
const forgottenMs = 48 * hourMs
/** A staged file without an upload may be one that is just arriving. */
const orphanedMs = hourMs
const atOnce = 100

/** Finishes what arrived whole before a crash, and removes what nobody needs any more. At start, and every hour. */
export async function sweepFiles(deps: Needs, now = new Date()) {
  await sweepUploads(deps, now)
  await sweepStaged(deps, now)
  await sweepDiscarded(deps)
}

async function sweepUploads(deps: Needs, now: Date) {
  for (const upload of await idleUploads(deps.db)) {
    // Another process may be sweeping, or the client has just come back.
    const lease = await holdUpload({ db: deps.db }, upload.id).catch(() => undefined)
    if (!lease) continue
    try {
      const arrived = await stagedBytes(deps.config, upload.id)
      const isStored = arrived === undefined && (await deps.storage.size(upload.id)) !== undefined
      if (arrived === upload.sizeBytes || isStored) await finishUpload(deps, upload, upload)
      else if (now.getTime() - Date.parse(upload.lastSeenAt) > forgottenMs)
        await giveUp(deps, upload.id)
    } catch (error) {
      // A refusal has cleaned up behind itself, and nobody waits for the answer.
      if (!(error instanceof AppError)) throw error
    } finally {
      await lease.release()
    }
  }
}

async function sweepStaged({ db, config }: Needs, now: Date) {
  const names = await stagedSince(config, new Date(now.getTime() - orphanedMs))
  const ids = names.filter((name) => /^[\da-f-]{36}$/.test(name))
  const known = new Set((await knownUploads(db, ids)).map(({ id }) => id))
  for (const name of names) if (!known.has(name)) await removeStaged(config, name)
}

/** Removes the files of deleted recordings from storage; one that cannot be removed now is tried again next time. */
async function sweepDiscarded({ db, storage }: Pick<Needs, 'db' | 'storage'>) {
  for (;;) {
    const files = await discardedFiles(db, atOnce)
    const removed: string[] = []
    for (const { id, storageKey } of files)
      await storage.remove(storageKey).then(
        () => removed.push(id),
        () => undefined,
      )
    await forgetDiscarded(db, removed)
    if (files.length < atOnce || !removed.length) return
  }
}
