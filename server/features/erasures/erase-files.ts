import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { abortable } from '../../platform/jobs/abortable.ts'
import { NotFound, Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import type { Storage } from '../../providers/storage/storage.ts'
import { sweepExports } from '../person-exports/export-files.ts'
import { removeStaged } from '../recordings/uploads/staging.ts'
import { deleteExternalCopy } from '../transcriptions/external/delete-external-copies.job.ts'
import { hasExternalCopy } from '../transcriptions/external/external-copies.queries.ts'
import { deleteDiscardedRow } from './erasures.queries.ts'
import { getServiceName } from './list-services.ts'
import { type ErasedFile, isOfRecording, type Progress } from './progress.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config'>
type Erasing = {
  progress: Progress
  signal: AbortSignal
  /** Saves the progress, so that a killed worker loses no hash. */
  save: () => Promise<void>
}

/** Removes the files of the person from every storage and from the staging folder. Throws Unavailable. */
export async function eraseFiles({ db, providers, config }: Needs, erasing: Erasing) {
  const { progress, signal, save } = erasing
  for (const id of progress.recordingIds) await removeStaged(config, id)
  // Archives whose rows are gone with the person.
  await sweepExports({ db, config })
  for (const file of progress.files.filter((it) => !it.isRemoved)) {
    const { adapter, provider } = await providers.of('video_storage', file.integrationId)
    // Only the first time: an attempt may have been killed after the removal.
    if (file.sha256 === undefined) {
      Object.assign(file, { storage: provider, ...(await hashStored(adapter, file, signal)) })
      await save()
    }
    await abortable(adapter.remove(file.storageKey, { signal }), signal)
    await deleteDiscardedRow(db, file)
    file.isRemoved = true
  }
  // Copies of an upload or a move that was interrupted.
  for await (const { adapter, provider, integrationId, key: storageKey } of storedFiles(
    providers,
    signal,
  )) {
    if (!isOfRecording(progress, storageKey)) continue
    const file = { integrationId, storageKey, storage: provider }
    const hash = await hashStored(adapter, file, signal)
    await abortable(adapter.remove(storageKey, { signal }), signal)
    progress.files.push({ ...file, ...hash, isRemoved: true })
  }
  await save()
}

/** Every stored file of every storage. Throws Unavailable if one cannot be listed. */
export async function* storedFiles(providers: Deps['providers'], signal: AbortSignal) {
  for (const integrationId of await providers.listIds('video_storage')) {
    const { adapter, provider } = await providers.of('video_storage', integrationId)
    for await (const { key } of adapter.list({ signal }))
      yield { adapter, provider, integrationId, key }
  }
}

async function hashStored(adapter: Storage, { storageKey }: ErasedFile, signal: AbortSignal) {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of await adapter.read(storageKey, undefined, { signal })) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
    return { sha256: hash.digest('hex'), bytes }
  } catch (error) {
    if (error instanceof NotFound) return { sha256: null, bytes: null }
    throw error
  }
}

/** Deletes copies at transcription services. Throws Unavailable until all are confirmed. */
export async function eraseExternalCopies(deps: Needs, { progress, signal }: Erasing) {
  for (const { provider, ...copy } of progress.externalCopies) {
    if (!(await hasExternalCopy(deps.db, copy))) continue
    await deleteExternalCopy(deps, copy, signal).catch((cause: unknown) => {
      const isRefused = cause instanceof Rejected || cause instanceof Unavailable
      if (!isRefused) throw cause
      const why = `${getServiceName(provider)} has not deleted its copy of a transcription yet.`
      throw new Unavailable(why, { cause })
    })
  }
}
