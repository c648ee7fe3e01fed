import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3'
import { Unavailable } from '../../platform/jobs/errors.ts'
import type { Call } from './remote-storage.ts'
import { type createS3Clients, optionsFor, undefinedIfNotFound } from './s3-client.ts'
import type { Multipart } from './storage.ts'

type S3 = Awaited<ReturnType<typeof createS3Clients>>
type Client = Pick<S3, 'sdk'> & { client: ReturnType<S3['clientFor']> }
type Needs = { Bucket: string; label: string; s3: () => Promise<Client> }

/** S3 requires 5 MiB to 5 GiB and at most 10,000 parts; each is in memory while it is sent. */
export const partBytes = 8 * 1024 * 1024

const purpose = 'storing a recording'

/** Multipart uploads of a bucket. Parts of an unfinished one cost money until they are deleted. */
export function s3Multipart({ Bucket, label, s3 }: Needs) {
  async function abort(Key: string, UploadId: string, call: Call) {
    const { sdk, client } = await s3()
    const command = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })
    const options = optionsFor('removing a recording', call, { acceptsNotFound: true })
    await undefinedIfNotFound(client.send(command, options))
  }

  async function* listUnfinished(Prefix: string, call: Call) {
    const { sdk, client } = await s3()
    for (let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}; marker;) {
      const command = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...marker })
      const page: ListMultipartUploadsCommandOutput = await client.send(
        command,
        optionsFor('listing recordings', call),
      )
      for (const { Key, UploadId, Initiated: startedAt } of page.Uploads ?? [])
        if (Key && UploadId && startedAt) yield { Key, UploadId, startedAt }
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
      marker =
        page.IsTruncated && KeyMarker && UploadIdMarker ? { KeyMarker, UploadIdMarker } : undefined
    }
  }

  async function abortUnfinished(name: string, call: Call) {
    for await (const { Key, UploadId } of listUnfinished(name, call))
      if (Key === name) await abort(Key, UploadId, call)
  }

  return {
    partBytes,
    abort,
    listUnfinished,
    abortUnfinished,
    async begin(Key, call) {
      // Of a process that was killed before it could save the id.
      await abortUnfinished(Key, { ...call, purpose })
      const { sdk, client } = await s3()
      const command = new sdk.CreateMultipartUploadCommand({ Bucket, Key })
      const { UploadId } = await client.send(command, optionsFor(purpose, call))
      return UploadId ?? unreadable()
    },
    async put({ key: Key, multipartId: UploadId, number: PartNumber, bytes: Body }, call) {
      const { sdk, client } = await s3()
      const command = new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })
      const { ETag } = await client.send(command, optionsFor(purpose, call))
      return ETag ?? unreadable()
    },
    async complete({ key: Key, multipartId: UploadId, etags }, call) {
      const { sdk, client } = await s3()
      const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const file = { Bucket, Key, UploadId, MultipartUpload: { Parts } }
      // Not found after an earlier call was successful.
      const options = optionsFor(purpose, call, { acceptsNotFound: true, idleTimeoutMs: 120_000 })
      await undefinedIfNotFound(client.send(new sdk.CompleteMultipartUploadCommand(file), options))
    },
  } satisfies Multipart<Call> & Record<string, unknown>

  function unreadable(): never {
    throw new Unavailable(`${label} sent a response that could not be read.`)
  }
}
