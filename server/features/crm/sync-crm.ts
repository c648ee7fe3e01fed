import { createHash } from 'node:crypto'
import { renewLeaseDuringJob, type JobContext, type Lease } from '../../platform/db/lease.ts'
import type { Deps } from '../../deps.ts'
import type { Crm, CrmRecord } from '../../providers/crm/crm.ts'
import { NotFound, Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { requestedDelay, delayByAttempts } from '../../platform/jobs/retry-delay.ts'
import {
  type Due,
  endSync,
  leaveSync,
  nextRecords,
  noteResult,
  takeSync,
} from './syncing.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers'>
type Run = JobContext & { batch?: number }

const usualBatch = 50
/** Tries in which nothing could be sent: behind so many the next sync begins anew. */
const syncAttempts = 8
/** Records that are refused one after the other before it is plain that all of them are. */
const mostRefusals = 5

/**
 * Sends what has changed of organizations and coaches, one after the other. Harmless to call again: what was sent is known
 * by its hash, and whoever was killed in between is taken over from. A CRM that is away is asked again, a few times.
 */
export async function syncInBackground({ db, providers }: Needs, syncId: string, run: Run) {
  const held = await takeSync(db, syncId, run.times.leaseMs)
  if (!held) return
  const { lease } = held
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, run)
  const going = { tries: held.attempts, refusals: 0, isGood: false, reached: held.reached }
  try {
    // No process survives it.
    if (held.attempts > syncAttempts)
      return void (await endSync(db, lease, 'It broke off again and again.'))
    const error = await sendAll({ db, providers }, { ...run, ...held, signal, going })
    await endSync(db, lease, error)
  } catch (error) {
    if (lost.aborted || error instanceof Lost) return
    if (run.signal.aborted)
      return void (await leaveSync(db, lease, { tries: going.tries - 1, delayMs: 0, error: null }))
    const isAway = error instanceof Unavailable
    if (!isAway) run.onError(error as Error)
    const sentence = isAway ? error.message : 'Something went wrong on our side.'
    const delayMs = delayByAttempts(going.tries, run.times.retryMs, requestedDelay(error))
    const end =
      going.tries < syncAttempts
        ? leaveSync(db, lease, { tries: going.tries, delayMs, error: sentence })
        : endSync(db, lease, sentence)
    await end.catch(run.onError)
  } finally {
    await stop()
  }
}

/** Somebody else works on it by now. */
class Lost extends Error {}

type Going = { tries: number; refusals: number; isGood: boolean; reached: string }
type Sending = {
  lease: Lease
  integrationId: string
  signal: AbortSignal
  going: Going
  batch?: number
}

/** Null, or why it ends before its end. */
async function sendAll({ db, providers }: Needs, sending: Sending) {
  const { lease, integrationId, signal, going, batch: limit = usualBatch } = sending
  for (;;) {
    const { id, adapter } = await providers.active('crm')
    if (id !== integrationId) return 'Another CRM is active by now.'
    const batch = await nextRecords(db, { integrationId, behind: going.reached, limit })
    if (!batch.length) return null
    for (const due of batch) {
      signal.throwIfAborted()
      const result = await sent(adapter, due, signal)
      if (!(await noteResult(db, lease, due, { integrationId, result }))) throw new Lost()
      going.reached = due.place
      if (!result) continue
      if (result.error === null) Object.assign(going, { tries: 1, refusals: 0, isGood: true })
      else if (++going.refusals >= mostRefusals && !going.isGood) return result.error
    }
  }
}

/** Undefined where the CRM knows it as it is. Throws Unavailable. */
async function sent(
  crm: Crm,
  { record, externalId, sentHash, isSuccess }: Due,
  signal: AbortSignal,
) {
  const hash = hashOf(record)
  if (isSuccess && hash === sentHash) return undefined
  try {
    return { externalId: await put(crm, record, externalId, signal), sentHash: hash, error: null }
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return { externalId, sentHash, error: error.message }
  }
}

/** What was deleted there is made again. */
const put = (crm: Crm, record: CrmRecord, externalId: string | null, signal: AbortSignal) =>
  crm.put(record, externalId, signal).catch((error: unknown) => {
    if (!(error instanceof NotFound) || externalId === null) throw error
    return crm.put(record, null, signal)
  })

const hashOf = (record: CrmRecord) =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url')
