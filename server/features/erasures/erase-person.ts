import { readdir } from 'node:fs/promises'
import type { Deps } from '../../deps.ts'
import { type JobContext, renewLeaseDuringJob } from '../../platform/db/lease.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { delayByAttempts, requestedDelay } from '../../platform/jobs/retry-delay.ts'
import { describeFailure } from '../../platform/jobs/run-leased-job.ts'
import { downloadsFolder } from '../../providers/storage/downloads.ts'
import { audit } from '../audit/audit.ts'
import { createCertificate } from './create-certificate.ts'
import { eraseExternalCopies, eraseFiles, storedFiles } from './erase-files.ts'
import { eraseRecipients } from './erase-recipients.ts'
import { eraseRows } from './erase-rows.queries.ts'
import {
  claimErasure,
  type ClaimedErasure,
  failErasure,
  finishErasure,
  hasWebhooks,
  retryErasureLater,
  saveProgress,
  signaturesOf,
} from './erasures.queries.ts'
import { idsOf } from './person.queries.ts'
import { emptyProgress, isOfRecording, type Progress } from './progress.ts'
import { searchFiles } from './search-files.ts'
import { searchTables } from './search.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue' | 'installation'>

/** Over about twenty minutes. */
const maxAttempts = 8

/** Another worker has taken over. */
class LeaseLost extends Error {}

/**
 * Erases a person: rows, files, copies at services; then searches everywhere, and ends with a certificate only if nothing is
 * left. Every step can be repeated, so an attempt that was killed is simply run again.
 */
export async function erasePerson(deps: Needs, erasureId: string, run: JobContext) {
  const { db, queue } = deps
  const claimed = await claimErasure(db, erasureId, run.times.leaseMs)
  if (!claimed) return
  const { lease, attempts } = claimed
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, run)
  try {
    // Every attempt was killed.
    if (attempts > maxAttempts)
      return void (await failErasure(db, lease, 'It was interrupted too many times.'))
    await eraseEverything(deps, claimed, { ...run, signal })
  } catch (error) {
    if (lost.aborted || error instanceof LeaseLost) return
    const isStopped = run.signal.aborted
    const delayMs = isStopped
      ? 0
      : delayByAttempts(attempts, run.times.retryMs, requestedDelay(error))
    const problem = isStopped ? null : describeFailure(error, run.onError)
    const plan = { delayMs, isCounted: !isStopped, problem }
    await (
      attempts < maxAttempts || problem === null
        ? retryErasureLater(db, queue, lease, plan)
        : failErasure(db, lease, problem)
    ).catch(run.onError)
  } finally {
    await stop()
  }
}

async function eraseEverything(
  deps: Needs,
  { lease, clientId, ...claimed }: ClaimedErasure,
  { signal }: JobContext,
) {
  const { db, queue, providers, config, installation } = deps
  const progress = await inTransaction(db, async (tx) => {
    const erased = await eraseRows(tx, queue, clientId, claimed.progress ?? emptyProgress())
    if (!(await saveProgress(tx, lease, erased))) throw new LeaseLost()
    return erased
  })
  async function save() {
    if (!(await saveProgress(db, lease, progress))) throw new LeaseLost()
  }
  const erasing = { progress, signal, save }
  await eraseFiles({ db, providers, config }, erasing)
  await eraseExternalCopies({ db, providers, config }, erasing)
  await eraseRecipients(providers, erasing)
  await save()
  const search = await searchEverywhere(deps, { id: lease.id, progress, signal })
  const certificate = createCertificate({
    erasureId: lease.id,
    installation: installation.brandName,
    backupDays: installation.backupDays,
    hasWebhooks: await hasWebhooks(db),
    hasDownloads: (await readdir(downloadsFolder(config.dataDir)).catch(() => [])).length > 0,
    ...{ progress, search, signatures: await signaturesOf(db, lease.id), finishedAt: new Date() },
  })
  await inTransaction(db, async (tx) => {
    if (!(await finishErasure(tx, lease, certificate))) throw new LeaseLost()
    await audit(tx, {}, { action: 'erasure-finished', table: 'erasure', rowId: lease.id })
  })
}

type Searching = { id: string; progress: Progress; signal: AbortSignal }

/** Throws Unavailable if an id or email is left anywhere. A full name may be that of someone else. */
async function searchEverywhere(
  { db, providers, config }: Needs,
  { id, progress, signal }: Searching,
) {
  const texts = [...idsOf(progress), ...progress.emails]
  const { tables, matches } = await searchTables(db, texts, id, signal)
  const { files, byNameOnly, found } = await searchFiles(config.dataDir, texts, { signal })
  const stored: Record<string, number> = {}
  let left = 0
  for await (const { provider, key } of storedFiles(providers, signal)) {
    stored[provider] = (stored[provider] ?? 0) + 1
    if (isOfRecording(progress, key)) left++
  }
  const places = [
    ...matches.map(({ what, count }) => `${what} (${count})`),
    ...(found.length ? [`files (${found.length})`] : []),
    ...(left ? [`stored recordings (${left})`] : []),
  ]
  if (places.length)
    throw new Unavailable(`The search still found the person in: ${places.join(', ')}.`)
  const { matches: sameName } = await searchTables(db, progress.names, id, signal)
  return {
    ...{ tables, files, filesByNameOnly: byNameOnly, sameName },
    storedFiles: Object.entries(stored).map(([storage, count]) => ({ storage, count })),
  }
}
