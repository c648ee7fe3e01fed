import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import type { Settings } from '../provider.ts'
import { type LinkOptions, linkSeconds, createLinks, testLinks } from './links.ts'
import { cleanUpMs, type Objects, remoteStorage, timeoutsFor } from './remote-storage.ts'
import { createS3Clients, optionsFor, undefinedIfNotFound } from './s3-client.ts'
import { partBytes, s3Multipart } from './s3-multipart.ts'

type Needs = { settings: Settings; outboundClient: OutboundClient; downloadsDir: string }

/** An S3 bucket, at Amazon or a compatible service. */
export function awsS3({ settings, outboundClient, downloadsDir }: Needs) {
  const { integrationId: folder, label } = outboundClient
  const { bucketName: Bucket = '', endpoint = '', region = '', playback } = settings
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const amazon = `https://s3.${region}.${suffix}`
  const origin = outboundClient.baseUrl(endpoint || amazon)
  const isUntrustedHost = endpoint !== '' && origin === endpoint
  // A host per bucket, so that the CSP allows no other bucket. Certificates do not cover bucket names with dots.
  const hasOwnHost = origin === amazon && /^[a-z\d-]+$/.test(Bucket)

  let opened: ReturnType<typeof open> | undefined
  /** The SDK is imported on first use, to keep the start fast. */
  const s3 = () => (opened ??= open())
  async function open() {
    const { sdk, clientFor } = await createS3Clients(settings, outboundClient, {
      ...{ endpoint: origin, isUntrustedHost, forcePathStyle: !hasOwnHost },
    })
    return { sdk, clientFor, client: clientFor() }
  }

  const linking: LinkOptions | undefined =
    playback === 'links'
      ? {
          ...{ outboundClient, isUntrustedHost },
          origin: hasOwnHost ? amazon.replace('//', `//${Bucket}.`) : new URL(origin).origin,
          async sign(Key, ResponseContentType) {
            const { sdk, client } = await s3()
            const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
            const command = new sdk.GetObjectCommand({
              ...{ Bucket, Key, ResponseContentType },
              ResponseCacheControl: 'private, no-store',
            })
            return getSignedUrl(client, command, { expiresIn: linkSeconds })
          },
        }
      : undefined

  const { abort, abortUnfinished, listUnfinished, ...multipart } = s3Multipart({
    Bucket,
    label,
    s3,
  })

  const objects: Objects = {
    label,
    multipart,
    ...(linking && { links: createLinks(linking) }),
    async put(Key, { path, bytes, contentType }, call) {
      const { clientFor } = await s3()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const file = createReadStream(path)
      const upload = new Upload({
        client: clientFor(optionsFor('storing a recording', call, timeoutsFor(bytes))),
        params: { Bucket, Key, ContentType: contentType, ContentLength: bytes, Body: file },
        // If deleting the parts failed too, the SDK would hide the original error.
        ...{ partSize: partBytes, queueSize: 1, leavePartsOnError: true },
      })
      try {
        await upload.done()
      } catch (error) {
        const later = { ...call, signal: AbortSignal.timeout(cleanUpMs) }
        // The error of the upload is the one to show.
        if (upload.uploadId) await abort(Key, upload.uploadId, later).catch(() => {})
        throw error
      } finally {
        file.destroy()
      }
    },
    async get(Key, range, call) {
      const { sdk, client } = await s3()
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new sdk.GetObjectCommand({ Bucket, Key, Range })
      const how = { acceptsNotFound: true, isStreamed: true }
      const options = optionsFor('reading a recording', call, how)
      const found = await undefinedIfNotFound(client.send(command, options))
      return found && toStreamingResponse(found)
    },
    async size(Key, call) {
      const { sdk, client } = await s3()
      const command = new sdk.HeadObjectCommand({ Bucket, Key })
      const options = optionsFor('looking for a recording', call, { acceptsNotFound: true })
      return (await undefinedIfNotFound(client.send(command, options)))?.ContentLength
    },
    async remove(Key, call) {
      await abortUnfinished(Key, call)
      const { sdk, client } = await s3()
      const command = new sdk.DeleteObjectCommand({ Bucket, Key })
      const options = optionsFor('removing a recording', call, { acceptsNotFound: true })
      await undefinedIfNotFound(client.send(command, options))
    },
    async *list(prefix, call) {
      const { sdk, client } = await s3()
      const query = { Bucket, Prefix: `${prefix}/` }
      const options = optionsFor('listing recordings', call)
      for await (const page of sdk.paginateListObjectsV2({ client }, query, options))
        for (const { Key = '', LastModified: storedAt } of page.Contents ?? [])
          yield { name: Key, storedAt: storedAt ?? new Date(Number.NaN) }
      for await (const { Key, startedAt: storedAt } of listUnfinished(`${prefix}/`, call))
        yield { name: Key, storedAt }
    },
  }
  return {
    ...remoteStorage(objects, { folder, downloadsDir }),
    async test(signal: AbortSignal) {
      const { sdk, client } = await s3()
      const command = new sdk.ListObjectsV2Command({ Bucket, MaxKeys: 1, Prefix: `${folder}/` })
      await client.send(command, optionsFor('connection test', { signal }))
      if (!linking) return `The bucket ${Bucket} is reachable.`
      await testLinks({ objects, linking, folder, downloadsDir }, signal)
      return `The bucket ${Bucket} is reachable, and links to it work.`
    },
  }
}

const toStreamingResponse = ({
  $metadata,
  ContentLength,
  ContentRange,
  Body,
}: GetObjectCommandOutput) => ({
  status: $metadata.httpStatusCode ?? 0,
  headers: { 'content-length': ContentLength?.toString(), 'content-range': ContentRange },
  body: Body as Readable,
})
