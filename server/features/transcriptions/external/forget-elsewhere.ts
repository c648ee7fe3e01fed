import type { Deps } from '../../../deps.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import type { Run } from '../run/settle-transcription.ts'
import { removeLeft, takeLeft } from './left-elsewhere.queries.ts'

/**
 * Has outside services remove what they still keep of transcriptions that have ended, were cancelled or deleted. What
 * cannot be removed now is tried again, in the end once an hour: nobody else would, and each try stands in the record of what
 * left.
 */
export async function forgetElsewhere(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  { signal, onError }: Pick<Run, 'signal' | 'onError'>,
) {
  while (!signal.aborted) {
    const left = await takeLeft(db)
    if (!left) return
    try {
      const { adapter } = await providers.of('transcription', left.integrationId)
      await adapter.forget?.(left.externalId, signal)
      await removeLeft(db, left)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof NotFound) await removeLeft(db, left)
      else if (!(error instanceof Rejected || error instanceof Unavailable)) onError(error as Error)
    }
  }
}
