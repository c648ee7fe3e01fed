import { NIL } from 'uuid'
import type { Deps } from '../../../deps.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import {
  listDiscardedFiles,
  deleteDiscardedFile,
  type StoredFile,
  findReferences,
} from './discarded-files.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers'>
type OnError = (error: Error) => void

const batchSize = 500
/** Milliseconds for deleting one file. */
const timeoutMs = 60_000
/** A younger file without a row may be one whose row is just being written. */
const orphanAgeMs = 24 * 3600 * 1000

/** Deletes the files of deleted recordings and of failed attempts. A file that a recording refers to stays. */
export async function sweepDiscarded({ db, providers }: Needs, onError: OnError) {
  let after: string = NIL
  for (;;) {
    const files = await listDiscardedFiles(db, after, batchSize)
    for (const { id, isReferenced, isPending, ...file } of await findReferences(db, files)) {
      // An unfinished upload may still refer to it: next time.
      if (isPending && !isReferenced) continue
      try {
        if (!isReferenced) await remove(providers, file)
        await deleteDiscardedFile(db, id)
      } catch (error) {
        onError(error as Error)
      }
    }
    const last = files.at(-1)
    if (!last || files.length < batchSize) return
    after = last.id
  }
}

/** Deletes stored files without a row, also partly stored ones, as killed processes leave them. */
export async function sweepOrphans({ db, providers }: Needs, onError: OnError, now = new Date()) {
  const before = new Date(now.getTime() - orphanAgeMs)
  let old: StoredFile[] = []
  async function sweep() {
    for (const { isReferenced, isPending, ...file } of await findReferences(db, old))
      if (!isReferenced && !isPending) await remove(providers, file).catch(onError)
    old = []
  }
  async function collect(integrationId: string) {
    const { adapter } = await providers.of('video_storage', integrationId)
    for await (const { key: storageKey, storedAt } of adapter.list()) {
      if (storedAt < before) old.push({ integrationId, storageKey })
      if (old.length === batchSize) await sweep()
    }
  }
  // A storage that is unreachable does not stop the others.
  for (const id of await providers.listIds('video_storage')) await collect(id).catch(onError)
  await sweep()
}

async function remove(providers: Needs['providers'], { integrationId, storageKey }: StoredFile) {
  const { adapter } = await providers.of('video_storage', integrationId)
  const signal = AbortSignal.timeout(timeoutMs)
  await abortable(adapter.remove(storageKey, { signal }), signal)
}
