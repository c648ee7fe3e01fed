import type { Deps } from '../../../deps.ts'
import { removeStaged, listStagedBefore } from './staging.ts'
import { findUploads, deleteAbandonedUploads } from './uploads.queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>

const hourMs = 3600 * 1000
/** Uploads without activity for so long are deleted, failed ones too. */
const abandonedMs = 48 * hourMs
/** A younger staged file without an upload may be one that is just being deleted. */
const orphanAgeMs = hourMs

/**
 * Deletes abandoned uploads, and staged files of deleted or failed ones. What cannot be deleted is reported to `onError` and
 * tried again next time.
 */
export async function sweepUploads(
  { db, config }: Needs,
  onError: (error: Error) => void,
  now = new Date(),
) {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const remove = (id: string) => removeStaged(config, id).catch(onError)
  for (const { id } of await deleteAbandonedUploads(db, before(abandonedMs))) await remove(id)
  const names = await listStagedBefore(config, before(orphanAgeMs))
  const ids = names.filter((name) => /^[\da-f-]{36}$/.test(name))
  const known = new Set((await findUploads(db, ids)).map(({ id }) => id))
  for (const name of names) if (!known.has(name)) await remove(name)
}
