import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Range, rangeOf } from './range.ts'

type File = {
  /** Names this content and no other, for ever. */
  id: string
  size: number
  contentType: string
  /** Offered under this name; `isDownload` makes the browser save it instead of showing it. */
  name?: string
  isDownload?: boolean
  read: (range?: Range) => Promise<Readable>
}

/** Answers with a file or the part that is asked for (RFC 9110, sections 13 and 14): 200, 206, 304 or 416. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: File) {
  const { size, contentType, name, isDownload = false } = file
  const etag = `"${file.id}"`
  void reply.headers({
    'accept-ranges': 'bytes',
    etag,
    // Kept by the browser that fetched it at most until it asks again, and by nobody on the way.
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    // Whatever a stranger put into the file: opened by itself it is shown, and runs nothing. Of an origin of its own
    // it could not even read on in itself.
    'content-security-policy':
      "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-same-origin",
  })
  if (name) void reply.header('content-disposition', disposition(isDownload, name))
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const { range: asked, 'if-range': condition } = request.headers
  const range = condition === undefined || condition === etag ? rangeOf(asked, size) : undefined
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  const content = await file.read(range)
  void reply.type(contentType)
  if (!range) return reply.header('content-length', size).send(content)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(content)
}

/** RFC 6266: a plain name for old readers, and the real one as RFC 8187 writes it. */
export function disposition(isDownload: boolean, name: string) {
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${exact}`
}
