import { NIL } from 'uuid'
import type { Deps } from '../deps.ts'
import { orAborted } from '../work/or-aborted.ts'
import { discardedFiles, forgetDiscarded, whatNames } from './discarded-files.queries.ts'

type Needs = Pick<Deps, 'db' | 'storage'>
type OnError = (error: Error) => void

const atOnce = 500
/** Milliseconds for one file: a storage that hangs is asked again by the next sweep. */
const patienceMs = 60_000
/** A stored file that no row names may be one whose row is just being written. */
const orphanedMs = 24 * 3600 * 1000

/** Removes the files of deleted recordings and of attempts that came to nothing. A file that a recording names stays. */
export async function sweepDiscarded({ db, storage }: Needs, onError: OnError) {
  let after: string = NIL
  for (;;) {
    const files = await discardedFiles(db, after, atOnce)
    const names = await whatNames(
      db,
      files.map(({ storageKey }) => storageKey),
    )
    for (const { id, storageKey } of files) {
      const { isNamed, isPending } = names.get(storageKey) ?? { isNamed: false, isPending: false }
      // An upload under way may yet come to name it: next time.
      if (isPending && !isNamed) continue
      try {
        if (!isNamed) await remove(storage, storageKey)
        await forgetDiscarded(db, id)
      } catch (error) {
        onError(error as Error)
      }
    }
    const last = files.at(-1)
    if (!last || files.length < atOnce) return
    after = last.id
  }
}

/** Finds and removes what is stored and named by nobody: of processes that were killed, or a storage that answered late. */
export async function sweepOrphans({ db, storage }: Needs, onError: OnError, now = new Date()) {
  const before = new Date(now.getTime() - orphanedMs)
  let old: string[] = []
  async function sweep() {
    const names = await whatNames(db, old)
    for (const key of old) {
      const known = names.get(key)
      if (known?.isNamed || known?.isPending) continue
      await remove(storage, key).catch(onError)
    }
    old = []
  }
  for await (const { key, storedAt } of storage.list()) {
    if (storedAt < before) old.push(key)
    if (old.length === atOnce) await sweep()
  }
  await sweep()
}

const remove = (storage: Deps['storage'], key: string) =>
  orAborted(storage.remove(key), AbortSignal.timeout(patienceMs))
