import { once } from 'node:events'
import { globSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import { type Call, localService } from '../local-service.ts'

const bucket = 'a-bucket'

type Signing = { getStringToSign: (request: { uri: string }, parts: unknown) => string }
const signing = createRequire(import.meta.url)('@20minutes/s3rver/lib/signature/v4.js') as Signing
const { getStringToSign } = signing
// It forgets the slash at the end of a bucket's own path, which is signed as S3 signs it.
signing.getStringToSign = (request, parts) => {
  const uri = request.uri === `/${bucket}` ? `/${bucket}/` : request.uri
  return getStringToSign({ ...request, uri }, parts)
}

/**
 * Amazon S3, by a real server that speaks its protocol and looks at each signature, in the headers or in the query of a
 * link, and at the end of a link (@20minutes/s3rver). What it does not speak stands here as documented: uploads in parts
 * that have not ended are listed, and forgotten; the bucket is private, so that nobody is answered who does not sign. Lists
 * of more than one page it cannot give: its tokens need a cipher that Node has no more.
 */
export async function s3Service(directory: string) {
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const [links, ended] = [new Set<string>(), new Set<string>()]
  let isOpen = false
  let holding: { from: number; to: number } | undefined
  const held = new Set<ServerResponse>()
  const unfinished = new Map<string, { key: string; initiated: Date }>()

  const service = await localService(async (call, response) => {
    const { method, path: at, query } = call
    const uploadId = query.get('uploadId') ?? ''
    const signature = query.get('X-Amz-Signature')
    if (!signature && !call.headers.authorization && !isOpen)
      return denied(response, 'Access Denied')
    if (signature && ended.has(signature)) return denied(response, 'Request has expired')
    if (signature) links.add(signature)
    const start = Number(/^bytes=(\d+)-/.exec(call.headers.range ?? '')?.[1] ?? 0)
    if (signature && start < (holding?.to ?? 0)) {
      const part = await passedOn(call, port)
      response.writeHead(part.statusCode ?? 500, part.headers).flushHeaders()
      response.write((await buffer(part)).subarray(0, Math.max(0, (holding?.from ?? 0) - start)))
      return void held.add(response)
    }
    if (method === 'GET' && query.has('uploads')) return listed(response)
    if (method === 'DELETE' && uploadId)
      return void response.writeHead(unfinished.delete(uploadId) ? 204 : 404).end()
    const answer = await passedOn(call, port)
    if (method !== 'POST') return pass(answer, response)
    const text = await textOf(answer)
    const begun = /<UploadId>([^<]+)</.exec(text)?.[1]
    if (begun) unfinished.set(begun, { key: at.slice(bucket.length + 2), initiated: new Date() })
    if (answer.statusCode === 200 && uploadId) unfinished.delete(uploadId)
    response.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/xml' }).end(text)
  })

  function listed(response: ServerResponse) {
    const uploads = [...unfinished].map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`)
  }

  return {
    ...service,
    /** Uploads in parts that were begun, and neither ended nor forgotten. */
    unfinished,
    /** By a link these bytes do not come, until links end. */
    hold: (from: number, to: number) => (holding = { from, to }),
    /** All links that were used so far end, and the line of who fetches by one breaks. */
    async endLinks() {
      // A link holds the second in which it was made: one that is made from now on is another one.
      await sleep(1_000)
      for (const it of links) ended.add(it)
      holding = undefined
      for (const it of held) it.destroy()
    },
    /** The names of what lies in the bucket. */
    names: () => globSync('**/*._S3rver_object', { cwd: path.join(directory, bucket) }),
    /** Somebody let anybody read the bucket, or no more. */
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

/** As it came, by the name that it was signed for. */
async function passedOn({ method, path: at, query, headers, body }: Call, port: number) {
  const search = query.size ? `?${query.toString()}` : ''
  const passing = request({ host: '127.0.0.1', port, method, path: at + search, headers })
  passing.end(body)
  const [answer] = (await once(passing, 'response')) as [IncomingMessage]
  return answer
}

const denied = (response: ServerResponse, words: string) =>
  void response
    .writeHead(403, { 'content-type': 'application/xml' })
    .end(`<Error><Code>AccessDenied</Code><Message>${words}</Message></Error>`)

async function pass(answer: IncomingMessage, response: ServerResponse) {
  response.writeHead(answer.statusCode ?? 500, answer.headers)
  await pipeline(answer, response)
}

async function textOf(answer: IncomingMessage) {
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return text
}
