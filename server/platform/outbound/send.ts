import { isIP } from 'node:net'
import { Readable, Transform } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Unavailable } from '../jobs/errors.ts'
import type { Passing } from './passage.ts'
import { localAddress } from './addresses-of.ts'
import { guardedLookup, localCode } from './guarded-lookup.ts'
import { isLocal } from './networks.ts'
import type { Outgoing, Opened } from './door.ts'

/** Milliseconds for a connection. */
const connectMs = 10_000

type Client = Awaited<ReturnType<typeof readClient>>
let client: Promise<Client> | undefined

/** Read when something leaves for the first time: a start does not wait for it. */
const clientOf = () => (client ??= readClient())

async function readClient() {
  const { Agent, request } = await import('undici')
  const keepAliveTimeout = 4_000
  return {
    request,
    /** Sends nothing anywhere else: where a service points elsewhere, that is an answer. */
    agent: new Agent({ connect: { timeout: connectMs }, keepAliveTimeout }),
    /** The same for addresses that a form holds: looked at when it connects, as a name may lead elsewhere a moment later. */
    guardedAgent: new Agent({
      connect: { timeout: connectMs, lookup: guardedLookup },
      keepAliveTimeout,
    }),
  }
}

type Sent = Pick<Outgoing, 'method' | 'url' | 'headers' | 'body' | 'isOfForm'> & {
  silenceMs: number
}

/** Sends, and answers when the answer begins. Throws Unavailable where nobody answers, and what went wrong with our own body as it is. */
export async function begin(
  { method, url, headers, body, isOfForm = false, silenceMs }: Sent,
  passing: Passing,
  label: string,
): Promise<Opened> {
  const { request, ...agents } = await clientOf()
  const dispatcher = agentFor(url, { ...agents, isOfForm }, label)
  let own: Error | undefined
  const source = body && Readable.fromWeb(body.stream() as unknown as ReadableStream)
  source?.once('error', (error) => (own = error))
  try {
    const answer = await request(url, {
      method,
      headers: {
        'user-agent': 'maylab',
        ...(body?.type && { 'content-type': body.type }),
        ...(body && { 'content-length': String(body.size) }),
        ...(typeof headers === 'function' ? headers() : headers),
      },
      body: source ? counted(source, (bytes) => (passing.bytesOut += bytes)) : null,
      signal: passing.signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      dispatcher,
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: watched(answer.body, passing, label),
    }
  } catch (error) {
    if (own) throw own
    throw unreachable(error, passing.signal, label)
  } finally {
    source?.on('error', () => {})
  }
}

/** The bytes of an answer; where they break off, that is told in a sentence. */
function watched(body: Readable, passing: Passing, label: string) {
  const bytes = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passing.bytesIn += chunk.length
      done(null, chunk)
    },
  })
  body.on('error', (error) => bytes.destroy(unreachable(error, passing.signal, label) as Error))
  bytes.once('close', () => body.destroy())
  return body.pipe(bytes)
}

/** Throws Rejected where a form names a local address; `hostname` has every spelling of an address in its usual form. */
function agentFor(url: string, { agent, guardedAgent, isOfForm }: Agents, label: string) {
  if (!isOfForm) return agent
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) && isLocal(host)) throw localAddress(label)
  return guardedAgent
}
type Agents = Omit<Client, 'request'> & { isOfForm: boolean }

function counted(source: Readable, note: (bytes: number) => void) {
  async function* all() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      note(chunk.length)
      yield chunk
    }
  }
  return Readable.from(all(), { objectMode: false })
}

function unreachable(error: unknown, signal: AbortSignal, label: string): unknown {
  if (signal.aborted) return signal.reason
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === localCode) return localAddress(label)
  const sentence = code?.includes('TIMEOUT')
    ? `${label} did not answer in time.`
    : `${label} cannot be reached.`
  return new Unavailable(sentence, { cause: error })
}
