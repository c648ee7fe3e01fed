import { NIL } from 'uuid'
import type { Deps } from '../../../deps.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import {
  discardedFiles,
  forgetDiscarded,
  type StoredFile,
  whatNames,
} from './discarded-files.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers'>
type OnError = (error: Error) => void

const maxConcurrent = 500
/** Milliseconds for one file: a storage that hangs is asked again by the next sweep. */
const patienceMs = 60_000
/** A stored file that no row names may be one whose row is just being written. */
const orphanedMs = 24 * 3600 * 1000

/** Removes the files of deleted recordings and of attempts that came to nothing. A file that a recording names stays. */
export async function sweepDiscarded({ db, providers }: Needs, onError: OnError) {
  let after: string = NIL
  for (;;) {
    const files = await discardedFiles(db, after, maxConcurrent)
    for (const { id, isNamed, isPending, ...file } of await whatNames(db, files)) {
      // An upload under way may yet come to name it: next time.
      if (isPending && !isNamed) continue
      try {
        if (!isNamed) await remove(providers, file)
        await forgetDiscarded(db, id)
      } catch (error) {
        onError(error as Error)
      }
    }
    const last = files.at(-1)
    if (!last || files.length < maxConcurrent) return
    after = last.id
  }
}

/** Finds and removes what is stored and named by nobody: of processes that were killed, or a storage that answered late. */
export async function sweepOrphans({ db, providers }: Needs, onError: OnError, now = new Date()) {
  const before = new Date(now.getTime() - orphanedMs)
  let old: StoredFile[] = []
  async function sweep() {
    for (const { isNamed, isPending, ...file } of await whatNames(db, old))
      if (!isNamed && !isPending) await remove(providers, file).catch(onError)
    old = []
  }
  async function look(integrationId: string) {
    const { adapter } = await providers.of('video_storage', integrationId)
    await adapter.tidy?.(before).catch(onError)
    for await (const { key: storageKey, storedAt } of adapter.list()) {
      if (storedAt < before) old.push({ integrationId, storageKey })
      if (old.length === maxConcurrent) await sweep()
    }
  }
  // One that is away keeps no other from being looked through.
  for (const id of await providers.idsOf('video_storage')) await look(id).catch(onError)
  await sweep()
}

async function remove(providers: Needs['providers'], { integrationId, storageKey }: StoredFile) {
  const { adapter } = await providers.of('video_storage', integrationId)
  const signal = AbortSignal.timeout(patienceMs)
  await abortable(adapter.remove(storageKey, { signal }), signal)
}
