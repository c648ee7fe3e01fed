import { createHash, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Call, json, localService } from '../local-service.ts'
import { googleTokenService } from './google-token.ts'
import { sendObject } from './ranged.ts'

const bucket = 'a-bucket'
const metadata = z.object({ name: z.string(), contentType: z.string(), md5Hash: z.string() })
type Session = z.infer<typeof metadata> & { total: number; arrived: Buffer }

/**
 * A fake of Google Cloud Storage, JSON API, with a bearer token of a service account: paged listings and ranged reads
 * of a bucket, simple uploads (`uploadType=media`) and resumable ones: a session, then chunks in multiples of 256 KiB,
 * each responded to with 308 and the range received.
 */
export async function gcsService() {
  const tokens = await googleTokenService()
  const objects = new Map<string, { content: Buffer; type: string; updated: Date }>()
  const sessions = new Map<string, Session>()
  const refuse = (response: ServerResponse, code: number, message: string, reason: string) =>
    json(response, code, { error: { code, message, errors: [{ message, reason }] } })

  const service = await localService((call, response) => {
    const { method, path, query, headers } = call
    if (!tokens.isGood(headers.authorization))
      return refuse(response, 401, 'Invalid Credentials', 'authError')
    const [, isUpload, name] =
      new RegExp(`^(/upload)?/storage/v1/b/${bucket}/o(?:/(.+))?$`).exec(path) ?? []
    if (!path.endsWith(`/${bucket}/o`) && name === undefined)
      return refuse(response, 404, 'The specified bucket does not exist.', 'notFound')
    if (isUpload) return upload(call, response)
    if (name === undefined) return json(response, 200, pageOf(query))
    const object = objects.get(decodeURIComponent(name))
    if (!object)
      return refuse(
        response,
        404,
        `No such object: ${bucket}/${decodeURIComponent(name)}`,
        'notFound',
      )
    if (method === 'DELETE') {
      objects.delete(decodeURIComponent(name))
      return void response.writeHead(204).end()
    }
    if (query.get('alt') === 'media')
      return sendObject(response, object.content, headers.range, object.type)
    json(response, 200, { size: String(object.content.length) })
  })

  function upload({ method, query, headers, body }: Call, response: ServerResponse) {
    if (method === 'POST' && query.get('uploadType') === 'media') {
      const simple = query.get('name') ?? ''
      if (!simple) return refuse(response, 400, 'Required parameter: name', 'required')
      const type = headers['content-type'] ?? 'application/octet-stream'
      objects.set(simple, { content: body, type, updated: new Date() })
      return json(response, 200, { name: simple, size: String(body.length) })
    }
    if (method === 'POST') {
      const id = randomUUID()
      const total = Number(headers['x-upload-content-length'])
      const said = metadata.parse(JSON.parse(body.toString()))
      sessions.set(id, { ...said, total, arrived: Buffer.alloc(0) })
      // The real host, whichever host was called.
      const location = `https://storage.googleapis.com/upload/storage/v1/b/${bucket}/o?uploadType=resumable&upload_id=${id}`
      return void response.writeHead(200, { location }).end()
    }
    const id = query.get('upload_id') ?? ''
    const session = sessions.get(id)
    if (!session) return refuse(response, 404, 'Upload session not found.', 'notFound')
    if (method === 'DELETE') {
      sessions.delete(id)
      return void response.writeHead(499).end()
    }
    const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(String(headers['content-range']))
    const start = Number(range?.[1] ?? 0)
    if (!range || Number(range[3]) !== session.total || start > session.arrived.length)
      return refuse(response, 400, 'Invalid request.', 'invalid')
    // Skips bytes that were already received.
    const fresh = body.subarray(session.arrived.length - start)
    session.arrived = Buffer.concat([session.arrived, fresh])
    if (session.arrived.length < session.total) return incomplete(response, session, body.length)
    const md5 = createHash('md5').update(session.arrived).digest('base64')
    if (md5 !== session.md5Hash)
      return refuse(
        response,
        400,
        `Provided MD5 hash does not match calculated MD5 hash.`,
        'invalid',
      )
    const { name, contentType, arrived: content } = session
    objects.set(name, { content, type: contentType, updated: new Date() })
    sessions.delete(id)
    json(response, 200, { name, size: String(content.length), md5Hash: md5 })
  }

  function incomplete(response: ServerResponse, { arrived }: Session, bytes: number) {
    if (bytes % (256 * 1024)) return refuse(response, 400, 'Invalid chunk size.', 'invalid')
    const range = arrived.length ? { range: `bytes=0-${arrived.length - 1}` } : {}
    response.writeHead(308, range).end()
  }

  function pageOf(query: URLSearchParams) {
    const from = query.get('pageToken') ?? ''
    const most = Math.min(Number(query.get('maxResults') ?? 1000), pageSize)
    const names = [...objects.keys()]
      .filter((name) => name.startsWith(query.get('prefix') ?? '') && name > from)
      .toSorted()
    const items = names
      .slice(0, most)
      .map((name) => ({ name, updated: objects.get(name)?.updated.toISOString() }))
    const last = names.length > most ? { nextPageToken: items.at(-1)?.name } : {}
    // An empty page has no `items`.
    return { kind: 'storage#objects', ...(items.length && { items }), ...last }
  }

  return {
    ...service,
    objects,
    sessions,
    tokens,
    bucket,
    async close() {
      await service.close()
      await tokens.close()
    },
  }
}

/** Smaller than what clients request, which the API allows. */
const pageSize = 3
