import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { Certificate } from '#contract/erasures/erasures.ts'
import type { Deps } from '../deps.ts'
import type { Messenger } from '../providers/messaging/messenger.ts'
import { awsS3 } from '../providers/storage/aws-s3.ts'
import { localDiskId, makeRow, getRow } from './make.ts'
import { plantPerson } from './plant-person.ts'
import { runQueuedJobs } from './run-queued-jobs.ts'
import { s3Service } from './services/s3.ts'
import { testApp } from './test-app.ts'
import { testOutboundClients } from './test-outbound-clients.ts'
import { withAdapters } from './with-adapters.ts'

/**
 * An app with a second storage outside, where people are planted and erased. `services` is called by its outside services,
 * and can be changed. Call once per test file, at the top.
 */
export async function erasureApp() {
  const services: Required<Pick<Messenger, 'eraseRecipient'>> & {
    forget: (externalId: string) => Promise<void>
  } = { forget: async () => {}, eraseRecipient: async () => {} }
  const app = await testApp((given) =>
    withAdapters(given, {
      transcription: {
        maxConcurrent: 1,
        begin: () => Promise.reject(new Error('not used')),
        forget: (id) => services.forget(id),
      },
      email_sms: {
        channel: 'email',
        deliver: () => Promise.reject(new Error('not used')),
        eraseRecipient: (recipient, signal) => services.eraseRecipient(recipient, signal),
      },
    }),
  )
  const { db, deps: plain, storage } = app
  const { dataDir } = plain.config
  const bucket = path.join(mkdtempSync(path.join(dataDir, '..', 'maylab-s3-')), 's3')
  mkdirSync(bucket)
  const s3 = await s3Service(bucket)
  afterAll(async () => {
    await s3.close()
    rmSync(path.dirname(bucket), { recursive: true, force: true })
  })
  const { outboundClientFor, sessionId } = await testOutboundClients()
  const remote = awsS3({
    outboundClient: await outboundClientFor({
      ...{ type: 'video_storage', provider: 'aws_s3', label: 'AWS S3' },
      addresses: { aws_s3: s3.origin },
    }),
    downloadsDir: path.join(dataDir, 'downloads'),
    settings: { ...s3.settings, endpoint: '' },
  })
  const remoteId = await makeRow(db, 'integration', { type: 'video_storage', provider: 'aws_s3' })

  /** With the storage outside, and `local` instead of the local disk. */
  const withStorages = (local = storage): Deps => ({
    ...plain,
    providers: {
      ...plain.providers,
      of: async (type, id) =>
        id === remoteId
          ? { id, provider: 'aws_s3', adapter: remote as never }
          : id === localDiskId
            ? { id, provider: 'local_disk', adapter: local as never }
            : plain.providers.of(type, id),
    },
  })
  const deps = withStorages()
  const errors: Error[] = []
  return {
    ...{ ...app, deps, withStorages, services, errors },
    plant: (word: string) =>
      plantPerson({ ...app, deps }, word, { id: remoteId, storage: remote, sessionId }),
    requestErasure: async (clientId: string) => {
      const id = await makeRow(db, 'erasure', {
        ...{ clientId, status: 'running', requestedBy: app.systemUserId },
        ...{ confirmedBy: app.adminUserId, confirmedAt: new Date().toISOString() },
        ownConfirmationFrom: new Date().toISOString(),
      })
      await deps.queue.add(db, 'erase-person', { id })
      return id
    },
    /** One attempt. */
    run: (given = deps) =>
      runQueuedJobs({ deps: given, boss: app.boss }, 'erase-person', {
        onError: (error) => errors.push(error),
      }),
    certificateOf: async (id: string) =>
      (await getRow(db, 'erasure', id)).certificate as unknown as Certificate,
    /** Files with a text in their name or content, on this machine and in the bucket. */
    filesWith: (text: string) =>
      [dataDir, bucket].flatMap((folder) =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .filter((file) => file.includes(text) || readFileSync(file, 'utf8').includes(text)),
      ),
  }
}
