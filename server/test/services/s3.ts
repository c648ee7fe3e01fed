import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import S3rver from '@20minutes/s3rver'
import { type Call, localService } from '../local-service.ts'

const bucket = 'a-bucket'

/**
 * Amazon S3, by a real server that speaks its protocol and looks at each signature (@20minutes/s3rver). What it does not
 * speak stands here as documented: uploads in parts that have not ended are listed, and forgotten. Lists of more than one
 * page it cannot give: its tokens need a cipher that Node has no more.
 */
export async function s3Service(directory: string) {
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const unfinished = new Map<string, { key: string; initiated: Date }>()

  const service = await localService(async (call, response) => {
    const { method, path, query } = call
    const uploadId = query.get('uploadId') ?? ''
    if (method === 'GET' && query.has('uploads')) return listed(response)
    if (method === 'DELETE' && uploadId)
      return void response.writeHead(unfinished.delete(uploadId) ? 204 : 404).end()
    const answer = await passedOn(call, port)
    if (method !== 'POST') return pass(answer, response)
    const text = await textOf(answer)
    const begun = /<UploadId>([^<]+)</.exec(text)?.[1]
    if (begun) unfinished.set(begun, { key: path.slice(bucket.length + 2), initiated: new Date() })
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
async function passedOn({ method, path, query, headers, body }: Call, port: number) {
  const search = query.size ? `?${query.toString()}` : ''
  const passing = request({ host: '127.0.0.1', port, method, path: path + search, headers })
  passing.end(body)
  const [answer] = (await once(passing, 'response')) as [IncomingMessage]
  return answer
}

async function pass(answer: IncomingMessage, response: ServerResponse) {
  response.writeHead(answer.statusCode ?? 500, answer.headers)
  await pipeline(answer, response)
}

async function textOf(answer: IncomingMessage) {
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return text
}
