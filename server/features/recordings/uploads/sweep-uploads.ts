import type { Deps } from '../../../deps.ts'
import { removeStaged, stagedSince } from './staging.ts'
import { knownUploads, removeForgotten } from './uploads.queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>

const hourMs = 3600 * 1000
/** An upload that nobody has continued for so long is given up; of a failed one nobody needs to know any more. */
const forgottenMs = 48 * hourMs
/** A staged file without an upload may be one that is just being removed. */
const orphanedMs = hourMs

/**
 * Removes uploads that nobody will continue, and what lies there of uploads that are gone or refused. One that cannot
 * be removed is told to `onError` and tried again next time.
 */
export async function sweepUploads(
  { db, config }: Needs,
  onError: (error: Error) => void,
  now = new Date(),
) {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const remove = (id: string) => removeStaged(config, id).catch(onError)
  for (const { id } of await removeForgotten(db, before(forgottenMs))) await remove(id)
  const names = await stagedSince(config, before(orphanedMs))
  const ids = names.filter((name) => /^[\da-f-]{36}$/.test(name))
  const known = new Set((await knownUploads(db, ids)).map(({ id }) => id))
  for (const name of names) if (!known.has(name)) await remove(name)
}
