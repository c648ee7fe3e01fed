import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { type LinkOptions, linkSeconds, createLinks, testLinks } from './links.ts'
import { timeoutsFor } from './patience.ts'
import { type Call, type Objects, remoteStorage } from './remote-storage.ts'
import { isGone, type S3Request, type S3Keys, createS3Clients } from './s3-client.ts'

type Settings = S3Keys & {
  bucketName: string
  endpoint: string
  /** 'links': browsers fetch recordings from the bucket. */
  playback?: string
}
type Needs = {
  settings: Settings
  outboundClient: OutboundClient
  borrowed: string
}

/** Bytes of a part, of which two may be in memory. S3 takes no smaller ones than 5 MiB, and 10,000 at most. */
const partBytes = 8 * 1024 * 1024
/** Milliseconds for telling S3 to forget what came of an upload that failed. */
const forgetMs = 30_000

/** Recordings in a bucket of S3, or of a service that speaks its protocol. */
export function awsS3({ settings, outboundClient, borrowed }: Needs) {
  // A folder that no other installation writes to.
  const id = outboundClient.integrationId
  const { bucketName: Bucket, endpoint, region, playback } = settings
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const amazon = `https://s3.${region}.${suffix}`
  const origin = outboundClient.baseUrl(endpoint || amazon)
  // Only the environment may name an address in the network that the product runs in.
  const isUntrustedHost = endpoint !== '' && origin === endpoint
  // At Amazon a bucket has a host of its own, where its name may stand in one: so a page lets in no other bucket.
  const hasHost = origin === amazon && /^[a-z\d-]+$/.test(Bucket)

  let opened: ReturnType<typeof open> | undefined
  /** The SDK is read when it is used for the first time: a start does not wait for it. */
  const s3 = () => (opened ??= open())
  async function open() {
    const needs = {
      keys: settings,
      outboundClient,
      endpoint: origin,
      isUntrustedHost,
      forcePathStyle: !hasHost,
    }
    const clients = await createS3Clients(needs)
    return { ...clients, client: clients.clientFor() }
  }

  const linking: LinkOptions | undefined =
    playback === 'links'
      ? {
          ...{ outboundClient, isUntrustedHost },
          origin: hasHost ? amazon.replace('//', `//${Bucket}.`) : new URL(origin).origin,
          async sign(Key, contentType) {
            const { sdk, client } = await s3()
            const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
            const asked = {
              ...{ Bucket, Key, ResponseContentType: contentType },
              ResponseCacheControl: 'private, no-store',
            }
            const command = new sdk.GetObjectCommand(asked)
            return getSignedUrl(client, command, { expiresIn: linkSeconds })
          },
        }
      : undefined

  /** Parts of an upload that did not end cost money until they are forgotten. */
  async function forget(Key: string, UploadId: string, of: Call) {
    const { sdk, client } = await s3()
    const command = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })
    await orGone(client.send(command, asking('removing a recording', of, { mayBeGone: true })))
  }

  const objects: Objects = {
    label: outboundClient.label,
    ...(linking && { links: createLinks(linking) }),
    async put(Key, { path, bytes, contentType }, of) {
      const { clientFor } = await s3()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const file = createReadStream(path)
      const upload = new Upload({
        client: clientFor(asking('storing a recording', of, timeoutsFor(bytes))),
        params: { Bucket, Key, ContentType: contentType, ContentLength: bytes, Body: file },
        // It would not tell why the upload failed where its parts cannot be forgotten either.
        ...{ partSize: partBytes, queueSize: 1, leavePartsOnError: true },
      })
      try {
        await upload.done()
      } catch (error) {
        const later = { ...of, signal: AbortSignal.timeout(forgetMs) }
        if (upload.uploadId) await forget(Key, upload.uploadId, later).catch(() => {})
        throw error
      } finally {
        file.destroy()
      }
    },
    async get(Key, range, of) {
      const { sdk, client } = await s3()
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new sdk.GetObjectCommand({ Bucket, Key, Range })
      const options = { mayBeGone: true, isStreamed: true }
      const found = await orGone(client.send(command, asking('reading a recording', of, options)))
      return found && openedOf(found)
    },
    async size(Key, of) {
      const { sdk, client } = await s3()
      const command = new sdk.HeadObjectCommand({ Bucket, Key })
      const options = asking('looking for a recording', of, { mayBeGone: true })
      return (await orGone(client.send(command, options)))?.ContentLength
    },
    async remove(Key, of) {
      const { sdk, client } = await s3()
      const command = new sdk.DeleteObjectCommand({ Bucket, Key })
      await orGone(client.send(command, asking('removing a recording', of, { mayBeGone: true })))
    },
    async *list(folder, of) {
      const { sdk, client } = await s3()
      const asked = { Bucket, Prefix: `${folder}/` }
      const options = asking('listing recordings', of)
      for await (const page of sdk.paginateListObjectsV2({ client }, asked, options))
        for (const { Key = '', LastModified: storedAt } of page.Contents ?? [])
          yield { name: Key, storedAt: storedAt ?? new Date(Number.NaN) }
    },
    async tidy(folder, before, of) {
      const { sdk, client } = await s3()
      const command = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: `${folder}/` })
      const { Uploads = [] } = await client.send(command, asking('listing recordings', of))
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Key?.startsWith(`${folder}/`) && UploadId && Initiated && Initiated < before)
          await forget(Key, UploadId, of)
    },
  }
  return {
    ...remoteStorage(objects, { folder: id, borrowed }),
    async test(signal: AbortSignal) {
      const { sdk, client } = await s3()
      const command = new sdk.ListObjectsV2Command({ Bucket, MaxKeys: 1, Prefix: `${id}/` })
      await client.send(command, asking('connection test', { signal }))
      if (!linking) return `The bucket ${Bucket} answers.`
      await testLinks({ objects, linking, folder: id, borrowed }, signal)
      return `The bucket ${Bucket} answers, and gives recordings by links.`
    },
  }
}

const asking = (purpose: string, of: Call, more: Partial<S3Request> = {}) => ({
  ...{ purpose, ...of, ...more },
  // The SDK looks at it before it sends anything.
  abortSignal: of.signal,
})

/** Undefined where there is nothing. */
const orGone = <T>(answer: Promise<T>) =>
  answer.catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })

const openedOf = ({ $metadata, ContentLength, ContentRange, Body }: GetObjectCommandOutput) => ({
  status: $metadata.httpStatusCode ?? 0,
  headers: { 'content-length': ContentLength?.toString(), 'content-range': ContentRange },
  body: Body as Readable,
})
