import type { ServerResponse } from 'node:http'

/** Sends an object, or the part of it that a Range header requests. */
export function sendObject(
  response: ServerResponse,
  content: Buffer,
  range: string | undefined,
  contentType = 'application/octet-stream',
) {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const start = Number(first)
  const end = Math.min(last ? Number(last) : Infinity, content.length - 1)
  const headers = { 'content-type': contentType, 'accept-ranges': 'bytes' }
  if (first === undefined) {
    response.writeHead(200, { ...headers, 'content-length': content.length }).end(content)
    return
  }
  if (start >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
    return
  }
  response
    .writeHead(206, {
      ...headers,
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${content.length}`,
    })
    .end(content.subarray(start, end + 1))
}
