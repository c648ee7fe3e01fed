import type { Deps } from '../../../deps.ts'
import { removeStaged, listStagedBefore } from './staging.ts'
import { findUploads, deleteAbandonedUploads, listFailedUploads } from './uploads.queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>

export const hourMs = 3600 * 1000
/** Uploads without activity for so long are deleted, failed ones too. */
const abandonedMs = 48 * hourMs
/** The same for what was recorded here and its session still waits for. */
const madeHereMs = 30 * 24 * hourMs
/** A younger staged file without an upload may be one that is just being deleted. */
const orphanAgeMs = hourMs

type OnError = (error: Error) => void

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Deletes abandoned uploads, and staged files of deleted or failed ones. What cannot be deleted is reported to `onError` and
 * tried again next time.
 */
export async function sweepUploads(deps: Needs, onError: OnError, now = new Date()) {
  const limits = { before: before(now, abandonedMs), madeHereBefore: before(now, madeHereMs) }
  for (const { id } of await deleteAbandonedUploads(deps.db, limits))
    await removeStaged(deps.config, id).catch(onError)
  await sweepStaged(deps, onError, now)
}

/** Deletes staged files from this machine: of failed uploads at once, of deleted ones after an hour. */
export async function sweepStaged({ db, config }: Needs, onError: OnError, now = new Date()) {
  for (const { id } of await listFailedUploads(db)) await removeStaged(config, id).catch(onError)
  const names = await listStagedBefore(config, before(now, orphanAgeMs))
  const ids = names.filter((name) => /^[\da-f-]{36}$/.test(name))
  const known = new Set((await findUploads(db, ids)).map(({ id }) => id))
  for (const name of names) if (!known.has(name)) await removeStaged(config, name).catch(onError)
}
