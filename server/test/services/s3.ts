import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import { type Call, localService } from '../local-service.ts'

const bucket = 'a-bucket'
const minPartBytes = 5 * 1024 * 1024

type Signing = { getStringToSign: (request: { uri: string }, parts: unknown) => string }
const signing = createRequire(import.meta.url)('@20minutes/s3rver/lib/signature/v4.js') as Signing
const { getStringToSign } = signing
// s3rver drops the trailing slash of the bucket's own path, which S3 includes when it signs.
signing.getStringToSign = (request, parts) => {
  const uri = request.uri === `/${bucket}` ? `/${bucket}/` : request.uri
  return getStringToSign({ ...request, uri }, parts)
}

/**
 * Amazon S3, by a real server that checks signatures in headers and in presigned URLs, with their expiry
 * (@20minutes/s3rver). Added as documented: incomplete multipart uploads are listed, aborted, and completed only with the right
 * parts of enough bytes; the bucket is private, so unsigned requests are denied. Lists have one page only: s3rver's page tokens need a cipher that Node has removed.
 */
export async function s3Service(directory: string) {
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const [links, ended] = [new Set<string>(), new Set<string>()]
  let [isOpen, isAway] = [false, false]
  let holding: { from: number; to: number } | undefined
  const held = new Set<ServerResponse>()
  const unfinished = new Map<string, { key: string; initiated: Date }>()
  const partsOf = (uploadId: string) => path.join(directory, bucket, '._S3rver_uploads', uploadId)

  const service = await localService(async (call, response) => {
    if (isAway) return void response.destroy()
    const { method, path: at, query } = call
    const uploadId = query.get('uploadId') ?? ''
    const signature = query.get('X-Amz-Signature')
    if (!signature && !call.headers.authorization && !isOpen)
      return denied(response, 'Access Denied')
    if (signature && ended.has(signature)) return denied(response, 'Request has expired')
    if (signature) links.add(signature)
    const start = Number(/^bytes=(\d+)-/.exec(call.headers.range ?? '')?.[1] ?? 0)
    if (signature && start < (holding?.to ?? 0)) {
      const part = await forward(call, port)
      response.writeHead(part.statusCode ?? 500, part.headers).flushHeaders()
      response.write((await buffer(part)).subarray(0, Math.max(0, (holding?.from ?? 0) - start)))
      return void held.add(response)
    }
    if (method === 'GET' && query.has('uploads')) return listed(response, query.get('prefix') ?? '')
    if (uploadId && !unfinished.has(uploadId))
      return refused(response, 404, 'NoSuchUpload', 'The specified upload does not exist.')
    if (method === 'DELETE' && uploadId) {
      rmSync(partsOf(uploadId), { recursive: true, force: true })
      unfinished.delete(uploadId)
      return void response.writeHead(204).end()
    }
    const problem = method === 'POST' && uploadId && problemOf(uploadId, String(call.body))
    if (problem) return refused(response, 400, problem, problem)
    const answer = await forward(call, port)
    if (method !== 'POST') return relay(answer, response)
    const text = await textOf(answer)
    const begun = /<UploadId>([^<]+)</.exec(text)?.[1]
    if (begun) unfinished.set(begun, { key: at.slice(bucket.length + 2), initiated: new Date() })
    if (answer.statusCode === 200 && uploadId) unfinished.delete(uploadId)
    response.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/xml' }).end(text)
  })

  /** Why these parts cannot be joined. */
  function problemOf(uploadId: string, body: string) {
    const named = body.split('</Part>').slice(0, -1)
    for (const [index, part] of named.entries()) {
      const file = path.join(partsOf(uploadId), /<PartNumber>(\d+)</.exec(part)?.[1] ?? '')
      const etag = /<ETag>(?:&quot;|")?(\w+)/.exec(part)?.[1]
      if (!existsSync(file) || readFileSync(`${file}.md5`, 'utf8') !== etag) return 'InvalidPart'
      if (index < named.length - 1 && statSync(file).size < minPartBytes) return 'EntityTooSmall'
    }
    return undefined
  }

  function listed(response: ServerResponse, prefix: string) {
    const found = [...unfinished].filter(([, { key }]) => key.startsWith(prefix))
    const uploads = found.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`)
  }

  return {
    ...service,
    /** Multipart uploads that are neither completed nor aborted. */
    unfinished,
    /** Files with parts that are neither joined nor deleted. */
    parts: () => globSync('*/[0-9]*', { cwd: partsOf('') }).filter((it) => !it.endsWith('.md5')),
    /** Breaks every connection, or none. */
    setAway: (is: boolean) => (isAway = is),
    /** Through signed links, withholds these bytes until `endLinks`. */
    hold: (from: number, to: number) => (holding = { from, to }),
    /** Expires all links used so far and breaks open downloads. */
    async endLinks() {
      // Links signed in the same second are identical.
      await sleep(1_000)
      for (const it of links) ended.add(it)
      holding = undefined
      for (const it of held) it.destroy()
    },
    /** Paths of the stored objects. */
    names: () => globSync('**/*._S3rver_object', { cwd: path.join(directory, bucket) }),
    /** Makes the bucket public, or private again. */
    setOpen: (is: boolean) => (isOpen = is),
    settings: {
      ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'eu-north-1' },
      bucketName: bucket,
    },
    async close() {
      await service.close()
      await server.close()
    },
  }
}

/** Forwards the request unchanged, with the host that was signed. */
async function forward({ method, path: at, query, headers, body }: Call, port: number) {
  const search = query.size ? `?${query.toString()}` : ''
  const forwarded = request({ host: '127.0.0.1', port, method, path: at + search, headers })
  forwarded.end(body)
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
  return answer
}

const refused = (response: ServerResponse, status: number, code: string, words: string) =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${words}</Message></Error>`)

const denied = (response: ServerResponse, words: string) =>
  refused(response, 403, 'AccessDenied', words)

async function relay(answer: IncomingMessage, response: ServerResponse) {
  response.writeHead(answer.statusCode ?? 500, answer.headers)
  await pipeline(answer, response)
}

async function textOf(answer: IncomingMessage) {
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return text
}
