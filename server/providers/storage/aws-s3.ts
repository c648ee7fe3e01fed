import { createHash } from 'node:crypto'
import type { Answer, Verdict } from '../../outbound/answer.ts'
import type { Door, Outgoing } from '../../outbound/door.ts'
import { bytesPayload, filePayload, type Payload } from '../../outbound/payload.ts'
import { type AwsKeys, awsLink, awsSigned, emptyHash } from './aws-signature.ts'
import { fileHash } from './file-hash.ts'
import { type Linking, linkSeconds, linksOf, tryLinks } from './links.ts'
import { patienceFor } from './patience.ts'
import { type Call, type Objects, remoteStorage, type Source } from './remote-storage.ts'
import { escaped, partsIn, textIn } from './s3-answers.ts'
import type { Range } from './storage.ts'

type Settings = AwsKeys & {
  bucketName: string
  endpoint: string
  /** 'links': browsers fetch recordings from the bucket. */
  playback?: string
}
type Needs = {
  settings: Settings
  door: Door
  borrowed: string
}
type Asked = Pick<Outgoing, 'method' | 'purpose'> & {
  name?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Payload
  bodyHash?: string
  verdict?: (answer: Answer) => Verdict | undefined
  withinMs?: number
  silenceMs?: number
}

/** Bytes of a part: memory never holds one, they are sent as they are read. S3 takes no smaller ones than 5 MiB. */
const partBytes = 16 * 1024 * 1024
/** Milliseconds for telling S3 to forget what came of an upload that failed. */
const forgetMs = 30_000

/** Recordings in a bucket of S3, or of a service that speaks its protocol. */
export function awsS3({ settings, door, borrowed }: Needs) {
  // A folder that no other installation writes to.
  const id = door.integrationId
  const { bucketName, endpoint, region, playback } = settings
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const amazon = `https://s3.${region}.${suffix}`
  const origin = door.address(endpoint || amazon)
  // Only the environment may name an address in the network that the product runs in.
  const isOfForm = endpoint !== '' && origin === endpoint

  const bucket = `${origin.replace(/\/$/, '')}/${bucketName}`
  // At Amazon a bucket has a host of its own, where its name may stand in one: so a page lets in no other bucket.
  const bucketOfLinks =
    origin === amazon && /^[a-z\d-]+$/.test(bucketName)
      ? amazon.replace('//', `//${bucketName}.`)
      : bucket
  const linking: Linking | undefined =
    playback === 'links'
      ? {
          ...{ door, isOfForm },
          sign(name, contentType) {
            const query = {
              'response-content-type': contentType,
              'response-cache-control': 'private, no-store',
            }
            const url = `${bucketOfLinks}/${name}`
            return awsLink({ url, query, seconds: linkSeconds }, settings, new Date())
          },
        }
      : undefined

  function sent({ name, query = {}, headers = {}, bodyHash = emptyHash, ...asked }: Asked) {
    const { method } = asked
    const url = new URL(`${bucket}${name ? `/${name}` : ''}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    // Each try signs its own moment.
    const signed = () =>
      awsSigned({ method, url: url.href, headers, bodyHash }, settings, new Date())
    return { ...asked, url: url.href, headers: signed, isOfForm }
  }
  const call = (asked: Asked, of: Call) => door.call({ ...sent(asked), ...of })

  async function put(name: string, { path, bytes, contentType }: Source, of: Call) {
    const asked = { purpose: 'storing a recording', method: 'PUT', name } as const
    const headers = { 'content-type': contentType }
    await call({ ...asked, headers, ...(await contentOf(path, bytes)) }, of)
  }

  async function putInParts(name: string, { path, bytes, contentType }: Source, of: Call) {
    const asked = { purpose: 'storing a recording', name } as const
    const headers = { 'content-type': contentType }
    const begun = await call({ ...asked, method: 'POST', query: { uploads: '' }, headers }, of)
    const uploadId = textIn(begun.text, 'UploadId') ?? ''
    try {
      const parts: string[] = []
      for (let start = 0; start < bytes; start += partBytes) {
        const end = Math.min(start + partBytes, bytes) - 1
        const query = { partNumber: String(parts.length + 1), uploadId }
        const part = await contentOf(path, end - start + 1, { start, end })
        const { headers: told } = await call({ ...asked, method: 'PUT', query, ...part }, of)
        parts.push(String(told['etag']))
      }
      const list = parts.map(
        (etag, index) =>
          `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
      )
      const text = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join('')}</CompleteMultipartUpload>`
      await call(
        {
          ...{
            ...asked,
            method: 'POST',
            query: { uploadId },
            body: bytesPayload(text, 'application/xml'),
          },
          bodyHash: createHash('sha256').update(text).digest('hex'),
          ...patienceFor(bytes),
          // It begins its answer while it still puts the parts together.
          verdict: (answer) =>
            answer.status === 200 && answer.text.includes('<Error>') ? 'later' : undefined,
        },
        of,
      )
    } catch (error) {
      await forget(name, uploadId, { ...of, signal: AbortSignal.timeout(forgetMs) }).catch(() => {})
      throw error
    }
  }

  /** Parts of an upload that did not end cost money until they are forgotten. */
  const forget = (name: string, uploadId: string, of: Call) =>
    call(
      {
        ...{ purpose: 'removing a recording', method: 'DELETE', name, query: { uploadId } },
        verdict: goneIsGood,
      },
      of,
    )

  const objects: Objects = {
    label: door.label,
    ...(linking && { links: linksOf(linking) }),
    put: (name, source, of) => (source.bytes > partBytes ? putInParts : put)(name, source, of),
    async get(name, range, of) {
      const asked = { purpose: 'reading a recording', method: 'GET', name } as const
      const headers: Record<string, string> = range
        ? { range: `bytes=${range.start}-${range.end}` }
        : {}
      const opened = await door.open({ ...sent({ ...asked, headers, verdict: goneIsGood }), ...of })
      return opened.status === 404 ? undefined : opened
    },
    async size(name, of) {
      const asked = { purpose: 'looking for a recording', method: 'HEAD', name } as const
      const { status, headers } = await call({ ...asked, verdict: goneIsGood }, of)
      return status === 404 ? undefined : Number(headers['content-length'])
    },
    async remove(name, of) {
      const asked = { purpose: 'removing a recording', method: 'DELETE', name } as const
      await call({ ...asked, verdict: goneIsGood }, of)
    },
    async *list(folder, of) {
      const all = { 'list-type': '2', prefix: `${folder}/`, 'encoding-type': 'url' }
      const asked = { purpose: 'listing recordings', method: 'GET' } as const
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = { ...all, ...(token && { 'continuation-token': token }) }
        const { text } = await call({ ...asked, query }, of)
        for (const it of partsIn(text, 'Contents'))
          yield {
            name: decodeURIComponent((textIn(it, 'Key') ?? '').replaceAll('+', ' ')),
            storedAt: new Date(textIn(it, 'LastModified') ?? Number.NaN),
          }
        token = textIn(text, 'NextContinuationToken') || undefined
      }
    },
    async tidy(folder, before, of) {
      const query = { uploads: '', prefix: `${folder}/` }
      const { text } = await call({ purpose: 'listing recordings', method: 'GET', query }, of)
      for (const it of partsIn(text, 'Upload')) {
        const [name, uploadId] = [textIn(it, 'Key'), textIn(it, 'UploadId')]
        const isOld = new Date(textIn(it, 'Initiated') ?? Number.NaN) < before
        if (isOld && name?.startsWith(`${folder}/`) && uploadId) await forget(name, uploadId, of)
      }
    },
  }
  return {
    ...remoteStorage(objects, { folder: id, borrowed }),
    async test(signal: AbortSignal) {
      const query = { 'list-type': '2', 'max-keys': '1', prefix: `${id}/` }
      await call({ purpose: 'connection test', method: 'GET', query }, { signal })
      if (!linking) return `The bucket ${bucketName} answers.`
      await tryLinks({ objects, linking, folder: id, borrowed }, signal)
      return `The bucket ${bucketName} answers, and gives recordings by links.`
    },
  }
}

/** A bucket that is not there is no object that is not there. */
const goneIsGood = ({ status, text }: Answer): Verdict | undefined =>
  status === 404 && !text.includes('<Code>NoSuchBucket</Code>') ? 'good' : undefined

async function contentOf(path: string, bytes: number, range?: Range) {
  return {
    body: await filePayload(path, undefined, range),
    bodyHash: (await fileHash('sha256', path, range)).toString('hex'),
    ...patienceFor(bytes),
  }
}
