import { isIP } from 'node:net'
import { Readable, Transform } from 'node:stream'
import { isLoopback } from '../loopback.ts'
import { Rejected, Unavailable } from '../work/failures.ts'
import type { Passing } from './passage.ts'
import { isPublic } from './networks.ts'
import { closedCode, publicLookup } from './public-only.ts'
import type { Outgoing, Opened } from './door.ts'

/** Milliseconds for a connection. */
const connectMs = 10_000

type Client = Awaited<ReturnType<typeof readClient>>
let client: Promise<Client> | undefined

/** Read when something leaves for the first time: a start does not wait for it (decision 44). */
const clientOf = () => (client ??= readClient())

async function readClient() {
  const { Agent, request } = await import('undici')
  const keepAliveTimeout = 4_000
  return {
    request,
    /** Sends nothing anywhere else: where a service points elsewhere, that is an answer. */
    agent: new Agent({ connect: { timeout: connectMs }, keepAliveTimeout }),
    /** The same for addresses that a form holds: looked at when it connects, as a name may lead elsewhere a moment later. */
    carefulAgent: new Agent({
      connect: { timeout: connectMs, lookup: publicLookup },
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
  const dispatcher = isOfForm ? agentFor(url, agents, label) : agents.agent
  let own: Error | undefined
  const source = body?.open()
  source?.once('error', (error) => (own = error))
  try {
    const answer = await request(url, {
      method,
      headers: {
        'user-agent': 'maylab',
        ...(body?.type && { 'content-type': body.type }),
        ...(body && { 'content-length': String(body.bytes) }),
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

/** Throws Rejected where an administrator names an address in a closed network; a plain one of this machine is none. */
function agentFor(url: string, { agent, carefulAgent }: Omit<Client, 'request'>, label: string) {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  if (isLoopback(host)) return agent
  if (isIP(host) && !isPublic(host)) throw leadsInside(label)
  return carefulAgent
}

const leadsInside = (label: string) =>
  new Rejected(
    'refused',
    `${label} is not called: its address leads into a private network, which only the environment may name.`,
  )

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
  if (code === closedCode) return leadsInside(label)
  const sentence = code?.includes('TIMEOUT')
    ? `${label} did not answer in time.`
    : `${label} cannot be reached${code ? ` (${code})` : ''}.`
  return new Unavailable(sentence, { cause: error })
}
