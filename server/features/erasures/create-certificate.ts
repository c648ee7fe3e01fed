import { createHash } from 'node:crypto'
import { type Certificate } from '#contract/erasures/erasures.ts'
import { whyAccountStays } from './kept-account.ts'
import { listServices } from './list-services.ts'
import type { Progress } from './progress.ts'

type Facts = Pick<Certificate, 'erasureId' | 'installation' | 'search'> & {
  progress: Progress
  signatures: Pick<Certificate, 'requestedAt' | 'requestedBy' | 'confirmedAt' | 'confirmedBy'>
  finishedAt: Date
  backupDays: number | null
  hasDownloads: boolean
  hasWebhooks: boolean
}

export function createCertificate({
  progress,
  signatures,
  finishedAt,
  backupDays,
  hasDownloads,
  hasWebhooks,
  ...facts
}: Facts): Certificate {
  const { emails, keptAccounts } = progress
  const [kept] = keptAccounts
  const email = emails[0] ?? kept?.email
  return {
    ...facts,
    ...signatures,
    emailSha256: email ? createHash('sha256').update(email).digest('hex') : null,
    finishedAt: finishedAt.toISOString(),
    people: progress.clientIds.length,
    keptAccount: kept ? whyAccountStays(kept) : null,
    deletedRows: toCounts(progress.deletedRows),
    anonymizedRows: toCounts(progress.anonymizedRows),
    files: progress.files.map(({ storage = '', bytes = null, sha256 = null }) => ({
      ...{ storage, bytes, sha256 },
    })),
    services: listServices(progress),
    remains: listRemains({ finishedAt, backupDays, hasDownloads, hasWebhooks }),
  }
}

const toCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([what, count]) => ({ what, count }))
    .toSorted((one, other) => one.what.localeCompare(other.what))

type Remains = {
  finishedAt: Date
  backupDays: number | null
  hasDownloads: boolean
  hasWebhooks: boolean
}

const dayMs = 24 * 3600 * 1000

function listRemains({ finishedAt, backupDays, hasDownloads, hasWebhooks }: Remains) {
  const until = backupDays && new Date(finishedAt.getTime() + backupDays * dayMs)
  return [
    until
      ? `Backups made before still contain the person. They are deleted by ${until.toISOString().slice(0, 10)}.`
      : 'Backups made before still contain the person until the operator deletes them.',
    'The audit log keeps actions and times without name, address and details.',
    'The log of AI calls and of outbound calls keeps times, services and sizes without content and without the person.',
    'Published figures of organizations stay. They never show fewer people than the minimum group.',
    'Deleted rows can remain in the files of the database until it reuses the space.',
    'Emails and text messages that were sent are with their recipients.',
    ...(hasWebhooks
      ? [
          'Receivers of webhooks have ids and times without content. The ids no longer lead to anyone.',
        ]
      : []),
    ...(hasDownloads
      ? ['Temporary copies of recordings that are being processed are deleted within a day.']
      : []),
    'If the operator versions or replicates a storage, earlier versions remain as configured there.',
  ]
}
