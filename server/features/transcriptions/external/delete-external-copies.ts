import type { Deps } from '../../../deps.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import type { TranscriptionRun } from '../run/handle-failure.ts'
import { deleteExternalCopyRow, claimExternalCopy } from './external-copies.queries.ts'

/**
 * Deletes copies at providers of transcriptions that ended, were cancelled or deleted. Failures are retried, at most
 * hourly.
 */
export async function deleteExternalCopies(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  { signal, onError }: Pick<TranscriptionRun, 'signal' | 'onError'>,
) {
  while (!signal.aborted) {
    const copy = await claimExternalCopy(db)
    if (!copy) return
    try {
      const { adapter } = await providers.of('transcription', copy.integrationId)
      await adapter.forget?.(copy.externalId, signal)
      await deleteExternalCopyRow(db, copy)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof NotFound) await deleteExternalCopyRow(db, copy)
      else if (!(error instanceof Rejected || error instanceof Unavailable)) onError(error as Error)
    }
  }
}
