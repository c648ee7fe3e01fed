import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Range, parseRange } from './range.ts'

type File = {
  /** Identifies this content: used as the ETag. */
  id: string
  size: number
  contentType: string
  /** File name for the browser; `isDownload` makes it save the file instead of showing it. */
  name?: string
  isDownload?: boolean
  read: (range?: Range) => Promise<Readable>
}

/** Sends a file or the requested range (RFC 9110, sections 13 and 14): 200, 206, 304 or 416. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: File) {
  const { size, contentType, name, isDownload = false } = file
  const etag = `"${file.id}"`
  void reply.headers({
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    // The content is untrusted: opened in a tab it must not run scripts. `allow-same-origin` lets a video load its
    // own ranges.
    'content-security-policy':
      "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-same-origin",
  })
  if (name) void reply.header('content-disposition', disposition(isDownload, name))
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const { range: requested, 'if-range': condition } = request.headers
  const range =
    condition === undefined || condition === etag ? parseRange(requested, size) : undefined
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

/** RFC 6266, with an ASCII fallback and the exact name encoded by RFC 8187. */
export function disposition(isDownload: boolean, name: string) {
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${exact}`
}
