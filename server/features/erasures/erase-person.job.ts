import { readdir } from 'node:fs/promises'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Unavailable, Rejected } from '../../platform/jobs/errors.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { downloadsFolder } from '../../providers/storage/downloads.ts'
import { audit } from '../audit/audit.ts'
import { createCertificate } from './create-certificate.ts'
import { eraseExternalCopies, eraseFiles, storedFiles } from './erase-files.ts'
import { eraseRows } from './erase-rows.queries.ts'
import {
  failErasure,
  findRunningErasure,
  finishErasure,
  hasWebhooks,
  saveProblem,
  saveProgress,
  listSignatures,
} from './erasures.queries.ts'
import { listIds } from './person.queries.ts'
import { emptyProgress, isOfRecording, type Progress, type MessengerResult } from './progress.ts'
import { searchFiles } from './search-files.ts'
import { searchTables } from './search.queries.ts'
import type { Messenger } from '../../providers/messaging/messenger.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'erase-person': { id: string }
  }
}

/**
 * Erases a person: rows, files, copies at services; then searches everywhere, and ends with a certificate only if nothing is
 * left. Every step can be repeated.
 */
export const erasePerson = defineJob({
  name: 'erase-person',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: 'storage',
  // Over about twenty minutes.
  attempts: 8,
  isPermanent: () => false,
  async run(deps, { id }, job) {
    const { db, queue, providers, config, installation } = deps
    const erasure = await findRunningErasure(db, id)
    if (!erasure) return
    const progress = await inTransaction(db, async (tx) => {
      const before = erasure.progress ?? emptyProgress()
      const erased = await eraseRows(tx, queue, erasure.clientId, before)
      // Last, because the worker's sign of life waits for it.
      await job.requireClaim(tx)
      await saveProgress(tx, id, erased)
      return erased
    })
    const save = () =>
      inTransaction(db, async (tx) => {
        await job.requireClaim(tx)
        await saveProgress(tx, id, progress)
      })
    const { signal, onError } = job
    const erasing = { progress, signal, onError, save }
    await eraseFiles({ db, providers, config }, erasing)
    await eraseExternalCopies({ db, providers, config }, erasing)
    await eraseRecipients(providers, erasing)
    await save()
    const search = await searchEverywhere(deps, { id, progress, signal })
    const certificate = createCertificate({
      erasureId: id,
      installation: installation.brandName,
      backupDays: installation.backupDays,
      hasWebhooks: await hasWebhooks(db),
      hasDownloads: (await readdir(downloadsFolder(config.dataDir)).catch(() => [])).length > 0,
      ...{ progress, search, signatures: await listSignatures(db, id), finishedAt: new Date() },
    })
    await inTransaction(db, async (tx) => {
      await job.finish(tx)
      await finishErasure(tx, id, certificate)
      await audit(tx, {}, { action: 'erasure-finished', table: 'erasure', rowId: id })
    })
  },
  retried: (tx, { id }, { sentence }) => saveProblem(tx, id, sentence),
  failed: (tx, { id }, { sentence }) => failErasure(tx, id, sentence),
})

type Searching = { id: string; progress: Progress; signal: AbortSignal }

/** Throws Unavailable if an id or email is left anywhere. A full name may be that of someone else. */
async function searchEverywhere(
  { db, providers, config }: Deps,
  { id, progress, signal }: Searching,
) {
  const texts = [...listIds(progress), ...progress.emails]
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

type Erasing = { progress: Progress; signal: AbortSignal }

/**
 * Deletes what services store about the recipient of messages. Which of them sent any is not recorded, so all that are set up
 * are asked. Throws Unavailable; a rejection is for the operator.
 */
async function eraseRecipients(providers: Deps['providers'], { progress, signal }: Erasing) {
  const { emails, phones } = progress
  const results: MessengerResult[] = []
  for (const id of await providers.listIds('email_sms')) {
    const { provider, adapter, problem } = await openMessenger(providers, id)
    const recipients = { email: emails, text: phones, none: [] }[adapter?.channel ?? 'none']
    if (adapter && recipients.length)
      results.push({ provider, ...(await eraseAt(adapter, recipients, signal)) })
    else if (problem) results.push({ provider, isDeleted: false, problem })
  }
  progress.messengers = results
}

/** One that is set up incompletely can't be asked, and must not stop the erasure. */
async function openMessenger(providers: Deps['providers'], id: string) {
  try {
    return { ...(await providers.of('email_sms', id)), problem: null }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return { provider: 'A messaging service', adapter: undefined, problem: error.message }
  }
}

async function eraseAt(adapter: Messenger, recipients: readonly string[], signal: AbortSignal) {
  if (!adapter.eraseRecipient) return { isDeleted: false, problem: null }
  try {
    for (const recipient of recipients) await adapter.eraseRecipient(recipient, signal)
    return { isDeleted: true, problem: null }
  } catch (error) {
    if (error instanceof Rejected) return { isDeleted: false, problem: error.message }
    throw error
  }
}
