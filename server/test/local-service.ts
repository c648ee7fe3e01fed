import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening } from './listening.ts'

/** A received request. */
export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}
type Answering = (call: Call, response: ServerResponse) => void | Promise<void>
/** `usually` sends the normal response. */
type Instead = (
  call: Call,
  response: ServerResponse,
  usually: () => void | Promise<void>,
) => void | Promise<void>

/**
 * A local fake of an outside service: `answer` implements its documented protocol, and `next` replaces it for one
 * request each.
 */
export async function localService(answer: Answering) {
  const calls: Call[] = []
  const instead: Instead[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const call: Call = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: await buffer(request),
      }
      calls.push(call)
      const usually = () => answer(call, response)
      await (instead.shift() ?? usually)(call, response, usually)
    })().catch(() => response.destroy())
  })
  return {
    ...(await listening(server)),
    /** Received requests, oldest first. */
    calls,
    next: (...answers: Instead[]) => void instead.push(...answers),
    forget() {
      calls.length = 0
      instead.length = 0
    },
  }
}

export const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))
