import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { ProviderKey } from '#contract/integrations/providers/providers.ts'
import type { OutboundClient } from '../platform/outbound/outbound-client.ts'
import { awsS3 } from '../providers/storage/aws-s3.ts'
import { bunny } from '../providers/storage/bunny.ts'
import { googleCloud } from '../providers/storage/google-cloud.ts'
import { bunnyService } from './services/bunny.ts'
import { gcsService } from './services/gcs.ts'
import { s3Service } from './services/s3.ts'
import type { testOutboundClients } from './test-outbound-clients.ts'

type OutboundClients = Pick<Awaited<ReturnType<typeof testOutboundClients>>, 'outboundClientFor'>

/** Every remote storage with the local fake of its service. `open` opens a new folder in it; settings are optional. */
export async function remoteStorages({ outboundClientFor }: OutboundClients, folder: string) {
  const downloadsDir = path.join(folder, 'borrowed')
  const keyDir = path.join(folder, 'keys')
  for (const made of [keyDir, path.join(folder, 's3')]) mkdirSync(made)
  const zone = await bunnyService()
  const s3 = await s3Service(path.join(folder, 's3'))
  const gcs = await gcsService()
  const keyFilePath = gcs.tokens.writeKeyFile(keyDir)
  const strangersKey = gcs.tokens.writeKeyFile(keyDir, 'other.json', { client_email: 'other@a' })
  afterAll(() => Promise.all([zone.close(), s3.close(), gcs.close()]))

  type Needs = { outboundClient: OutboundClient; downloadsDir: string }
  const opened =
    (
      { provider, label, origin }: { provider: string; label: string; origin: string },
      open: (needs: Needs) => ReturnType<typeof bunny>,
    ) =>
    async () => {
      const addresses = { [provider]: origin }
      const outboundClient = await outboundClientFor({
        type: 'video_storage',
        provider,
        label,
        addresses,
      })
      return open({ outboundClient, downloadsDir })
    }
  const named = (provider: string, label: string, { origin }: { origin: string }) => ({
    ...{ provider, label, origin },
  })
  const ofBunny = named('bunny', 'bunny.net', zone)
  const ofS3 = named('aws_s3', 'AWS S3', s3)
  const ofGoogle = named('google_cloud', 'Google Cloud Storage', gcs)
  const google = { keyFilePath, bucketName: gcs.bucket }
  const each = {
    bunny: {
      ...{ label: ofBunny.label, service: zone, words: 'Unauthorized' },
      open: opened(ofBunny, (needs) => bunny({ ...needs, settings: zone.settings })),
      openWrongly: opened(ofBunny, (needs) =>
        bunny({ ...needs, settings: { ...zone.settings, accessKey: 'wrong' } }),
      ),
    },
    aws_s3: {
      ...{ label: ofS3.label, service: s3, words: 'The request signature we calculated' },
      open: opened(ofS3, (needs) =>
        awsS3({ ...needs, settings: { ...s3.settings, endpoint: '' } }),
      ),
      openWrongly: opened(ofS3, (needs) =>
        awsS3({ ...needs, settings: { ...s3.settings, secretAccessKey: 'wrong', endpoint: '' } }),
      ),
    },
    google_cloud: {
      ...{ label: ofGoogle.label, service: gcs, words: 'Invalid JWT Signature.' },
      open: opened(ofGoogle, (needs) => googleCloud({ ...needs, keyDir, settings: google })),
      openWrongly: opened(ofGoogle, (needs) =>
        googleCloud({ ...needs, keyDir, settings: { ...google, keyFilePath: strangersKey } }),
      ),
    },
  } satisfies Record<Exclude<ProviderKey<'video_storage'>, 'local_disk'>, unknown>
  return {
    ...{ downloadsDir, zone, s3, gcs },
    /** Storages with signed links, which are enabled. */
    linked: [
      {
        ...{ label: ofBunny.label, service: zone },
        open: opened(ofBunny, (needs) =>
          bunny({ ...needs, settings: { ...zone.settings, ...zone.pullZone } }),
        ),
        openWrongly: opened(ofBunny, (needs) =>
          bunny({
            ...needs,
            settings: { ...zone.settings, ...zone.pullZone, tokenKey: 'another-key' },
          }),
        ),
      },
      {
        ...{ label: ofS3.label, service: s3 },
        open: opened(ofS3, (needs) =>
          awsS3({ ...needs, settings: { ...s3.settings, endpoint: '', playback: 'links' } }),
        ),
        openWrongly: opened(ofS3, (needs) =>
          awsS3({
            ...needs,
            settings: { ...s3.settings, secretAccessKey: 'x', endpoint: '', playback: 'links' },
          }),
        ),
      },
    ],
    all: Object.values(each),
  }
}
