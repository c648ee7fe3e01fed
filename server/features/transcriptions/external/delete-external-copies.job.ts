import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { NotFound } from '../../../platform/jobs/errors.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import {
  deleteExternalCopyRow,
  type ExternalCopy,
  listExternalCopies,
} from './external-copies.queries.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'delete-external-copies': Record<string, never>
  }
}

/** Deletes copies at providers of transcriptions that ended, were cancelled or deleted. */
export const deleteExternalCopies = defineJob({
  name: 'delete-external-copies',
  payload: z.object({}),
  queue: 'outside',
  schedule: { cron: '* * * * *' },
  // Nobody else would delete them.
  attempts: Infinity,
  isPermanent: () => false,
  async run(deps, _payload, { signal }) {
    const failures: unknown[] = []
    for (const copy of await listExternalCopies(deps.db)) {
      signal.throwIfAborted()
      // One that cannot be deleted does not keep the others.
      await deleteExternalCopy(deps, copy, signal).catch((error: unknown) => failures.push(error))
    }
    if (failures.length) throw failures[0]
  },
})

/** Throws what the provider throws. */
export async function deleteExternalCopy(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  copy: ExternalCopy,
  signal: AbortSignal,
) {
  const { adapter } = await providers.of('transcription', copy.integrationId)
  await adapter.forget?.(copy.externalId, signal).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
  })
  await deleteExternalCopyRow(db, copy)
}
