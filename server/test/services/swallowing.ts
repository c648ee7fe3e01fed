import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { listening } from '../listening.ts'

/**
 * Accepts any storage protocol and always succeeds: stores only the hash of uploads, and serves a local file. For
 * measuring the memory of storage adapters.
 */
export async function swallowingService() {
  const state = { swallowed: createHash('sha256') as Hash, content: { file: '', bytes: 0 } }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request
    const isContent = method === 'PUT'
    for await (const chunk of request) if (isContent) state.swallowed.update(chunk as Buffer)
    if (method === 'GET') {
      const { file, bytes } = state.content
      response.writeHead(200, { 'content-length': bytes })
      return pipeline(createReadStream(file), response)
    }
    if (method === 'POST') {
      response.setHeader('location', `http://localhost${url}&upload_id=1`)
      return response.end('<Answer><UploadId>1</UploadId></Answer>')
    }
    const [, last, total] = /-(\d+)\/(\d+)$/.exec(String(headers['content-range'] ?? '')) ?? []
    const isMore = last !== undefined && Number(last) + 1 < Number(total)
    return response
      .writeHead(isMore ? 308 : 200, { etag: '"a"', ...(isMore && { range: `bytes=0-${last}` }) })
      .end('{}')
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  return Object.assign(state, await listening(server))
}
