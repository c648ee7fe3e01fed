import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { NotFound, Rejected } from '../../platform/jobs/errors.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { Crm, CrmRecord } from '../../providers/crm/crm.ts'
import {
  beginSync,
  finishSync,
  nextRecords,
  type RecordToSync,
  saveError,
  saveResult,
} from './crm-sync.queries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'sync-crm': { id: string }
  }
}

/** Records of one run. */
const batchSize = 20
/** After so many rejections, and no success, the CRM rejects everything. */
const maxRejections = 5

/**
 * Sends changed organizations and coaches to the CRM, one by one. Idempotent: what was sent is known by its hash. A batch is a
 * run, and the next one has all attempts.
 */
export const syncCrm = defineJob({
  name: 'sync-crm',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: 'crm',
  attempts: 8,
  async run({ db, providers, queue }, { id }, job) {
    const { requireClaim, finish, signal } = job
    const write = <T>(change: (tx: Db) => Promise<T>) =>
      inTransaction(db, async (tx) => {
        await requireClaim(tx)
        return change(tx)
      })
    const end = (error: string | null) =>
      inTransaction(db, async (tx) => {
        await finish(tx)
        await finishSync(tx, id, error)
      })
    const sync = await write((tx) => beginSync(tx, id))
    if (!sync) return
    const { integrationId, cursor: after } = sync
    const { id: activeId, adapter } = await providers.active('crm')
    if (activeId !== integrationId) return end('Another CRM was activated.')
    const batch = await nextRecords(db, { integrationId, after, limit: batchSize })
    for (const due of batch) {
      signal.throwIfAborted()
      const result = await sendRecord(adapter, due, signal)
      const { sent, failed } = await write((tx) =>
        saveResult(tx, id, due, { integrationId, result }),
      )
      if (result?.error && sent === 0 && failed >= maxRejections) return end(result.error)
    }
    if (batch.length < batchSize) return end(null)
    await inTransaction(db, async (tx) => {
      await finish(tx)
      await queue.add(tx, 'sync-crm', { id })
    })
  },
  retried: (tx, { id }, { sentence }) => saveError(tx, id, sentence),
  failed: (tx, { id }, { sentence }) => finishSync(tx, id, sentence),
})

/** Undefined if the record is unchanged. Throws Unavailable. */
async function sendRecord(
  crm: Crm,
  { record, externalId, sentHash, isSuccess }: RecordToSync,
  signal: AbortSignal,
) {
  const hash = hashRecord(record)
  if (isSuccess && hash === sentHash) return undefined
  try {
    return { externalId: await put(crm, record, externalId, signal), sentHash: hash, error: null }
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return { externalId, sentHash, error: error.message }
  }
}

/** Creates the record again if it was deleted in the CRM. */
const put = (crm: Crm, record: CrmRecord, externalId: string | null, signal: AbortSignal) =>
  crm.put(record, externalId, signal).catch((error: unknown) => {
    if (!(error instanceof NotFound) || externalId === null) throw error
    return crm.put(record, null, signal)
  })

const hashRecord = (record: CrmRecord) =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url')
